import { useState } from 'react';
import type { RecordQuery } from '../../../api/operations/records';
import { walkRecords } from '../../../api/operations/walk-records';
import type { Client } from '../../../api/wire/client';
import { useFailingWalk } from '../../../api/wire/patient-read';
import type { FailingRead } from '../../../api/wire/retry';
import type { DwRecord } from '../../../contract/records';
import type { CoerceReason } from '../../../edits/coerce';
import type { CellEdit, Drafts } from '../../../edits/drafts';
import { changesNothing } from '../../../edits/same-value';
import { cellValue, type GridColumn } from '../../../grid/columns/columns-of';
import { coerceCell } from '../../../grid/edit/coerce-cell';
import { currentValue, editOf } from '../../../grid/edit/current-value';
import { knownOptions } from '../../../grid/edit/known-options';
import { useAbortable } from '../../../ui/hooks/use-abortable';
import { rangeRowsMax } from './read-range-dialog';

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
  const work = useAbortable();

  async function read(column: GridColumn, text: string): Promise<void> {
    const signal = work.start();
    const found: SetFindings = { lines: [], same: 0 };
    let rows = 0;
    setState({ ...before, phase: 'reading' });
    try {
      for await (const { records, requests, drifted } of walkRecords(client, query, {
        signal,
        parallel: readsAtOnce,
      })) {
        if (signal.aborted) return;
        rows += records.length;
        findSet(records, column, text, drafts, found);
        const tooMany = found.lines.length > rangeRowsMax;
        setState({ ...before, phase: tooMany ? 'too-many' : 'reading', rows, requests, drifted });
        if (tooMany) return work.stop();
      }
      setState((now) => ({ ...now, phase: 'done', found }));
    } catch (error) {
      if (!signal.aborted) setState((now) => ({ ...now, phase: 'failed', error }));
    }
  }

  return {
    ...state,
    failing,
    read: (column: GridColumn, text: string) => void read(column, text),
    cancel() {
      work.stop();
      setState(before);
    },
  };
}

/** What becomes of a record when one text is put into a column of all. */
export interface SetLine {
  record: DwRecord;
  /** Null when the record cannot take it. */
  edit: CellEdit | null;
  reason: CoerceReason | null;
}

interface SetFindings {
  /** Records that would change, and those that cannot take the text; the others are counted. */
  lines: SetLine[];
  same: number;
}

/** What one text under a column would do to records, each by the JSON kind that was read of it. */
export function findSet(
  records: readonly DwRecord[],
  column: GridColumn,
  text: string,
  drafts: Drafts,
  into: SetFindings = { lines: [], same: 0 },
): SetFindings {
  const options = knownOptions(column);
  for (const record of records) {
    const coerced = coerceCell(text, column, cellValue(record, column.id));
    if (!coerced.ok) into.lines.push({ record, edit: null, reason: coerced.reason });
    else if (changesNothing(currentValue(drafts, record, column.id), coerced.value, options)) into.same += 1;
    else into.lines.push({ record, edit: editOf(record, column.id, coerced.value), reason: null });
  }
  return into;
}
