import { useEffect, useRef, useState } from 'react';
import type { RecordQuery } from '../../../api/operations/records';
import { walkRecords } from '../../../api/operations/walk-records';
import type { Client } from '../../../api/wire/client';
import { type FailingRead, useFailingWalk } from '../../../api/wire/retry';
import type { Drafts } from '../../../edits/drafts';
import type { GridColumn } from '../../../grid/columns/columns-of';
import { rangeRowsMax } from './read-range';
import { findSet, type SetFindings } from './set-value';

export interface SetMatching {
  phase: 'before' | 'reading' | 'done' | 'too-many' | 'failed';
  rows: number;
  requests: number;
  /** How often the table changed under the paging. */
  drifted: number;
  found: SetFindings;
  error: unknown;
  /** One of the reads has failed and is tried again; null when none has. */
  failing: FailingRead | null;
}

/** A browser has six connections to an origin; a person needs theirs. */
const readsAtOnce = 3;

const before: Omit<SetMatching, 'failing'> = {
  phase: 'before',
  rows: 0,
  requests: 0,
  drifted: 0,
  found: { lines: [], same: 0 },
  error: null,
};

/** Walks all pages of a question and finds what one text would do to each record; leaving ends it. */
export function useSetMatching(client: Client, query: RecordQuery, drafts: Drafts) {
  const [state, setState] = useState(before);
  const failing = useFailingWalk(client);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  async function read(column: GridColumn, text: string): Promise<void> {
    const control = new AbortController();
    running.current = control;
    const options = { signal: control.signal, parallel: readsAtOnce };
    const found: SetFindings = { lines: [], same: 0 };
    let rows = 0;
    setState({ ...before, phase: 'reading' });
    try {
      for await (const { records, requests, drifted } of walkRecords(client, query, options)) {
        if (control.signal.aborted) return;
        rows += records.length;
        findSet(records, column, text, drafts, found);
        const tooMany = found.lines.length > rangeRowsMax;
        setState({ ...before, phase: tooMany ? 'too-many' : 'reading', rows, requests, drifted });
        if (tooMany) return control.abort();
      }
      setState((now) => ({ ...now, phase: 'done', found }));
    } catch (error) {
      if (!control.signal.aborted) setState((now) => ({ ...now, phase: 'failed', error }));
    }
  }

  return {
    ...state,
    failing,
    read: (column: GridColumn, text: string) => void read(column, text),
    cancel() {
      running.current?.abort();
      setState(before);
    },
  };
}
