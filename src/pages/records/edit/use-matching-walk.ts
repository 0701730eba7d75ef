import { useState } from 'react';
import type { RecordQuery } from '../../../api/queries/records';
import { walkRecords } from '../../../api/queries/walk-records';
import type { Client } from '../../../api/wire/client';
import { useFailingWalk } from '../../../api/wire/query-client';
import type { DwRecord } from '../../../contract/records';
import { useAbortable } from '../../../ui/hooks/use-abortable';

interface Walk {
  phase: 'before' | 'reading' | 'done' | 'stopped' | 'failed';
  rows: number;
  requests: number;
  /** How often the table changed under the paging. */
  drifted: number;
  error: unknown;
  run: AbortSignal | null;
}

const before: Walk = { phase: 'before', rows: 0, requests: 0, drifted: 0, error: null, run: null };

/** Reading every record that matches a query, page by page, also those not on the page; leaving ends it. */
export function useMatchingWalk(client: Client, query: RecordQuery, parallel = 1) {
  const [state, setState] = useState(before);
  const failing = useFailingWalk(client);
  const work = useAbortable();

  /** @param onEnd called with its end, also when it was stopped or failed */
  async function walk(onRecords: (records: readonly DwRecord[]) => void, onEnd: () => void): Promise<void> {
    const run = work.start();
    let rows = 0;
    setState({ ...before, phase: 'reading', run });
    const set = (change: Partial<Walk>) => setState((now) => (now.run === run ? { ...now, ...change } : now));
    try {
      for await (const { records, requests, drifted } of walkRecords(client, query, { signal: run, parallel })) {
        rows += records.length;
        onRecords(records);
        set({ rows, requests, drifted });
        run.throwIfAborted();
      }
      onEnd();
      set({ phase: 'done' });
    } catch (error) {
      onEnd();
      set(run.aborted ? { phase: 'stopped' } : { phase: 'failed', error });
    }
  }

  return {
    ...state,
    /** One of the reads has failed and is tried again; null when none has. */
    failing,
    walk,
    stop: work.stop,
    reset() {
      work.stop();
      setState(before);
    },
  };
}
