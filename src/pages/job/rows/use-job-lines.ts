import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { CallSummary } from '../../../jobs/ledger/use-jobs';
import { type JobLine, linesOfCall, placeOf, startsOf } from '../../../jobs/results/job-lines';
import type { Outcome } from '../../../storage/job-rows';

const keptCalls = 60;

/** Rows of a job by outcome: how many there are, and each one as soon as its call has been read. */
export interface JobLines {
  total: number;
  /** Undefined while its call is being read. */
  lineAt(index: number): JobLine | undefined;
  /** Reads the calls of the rows in sight. */
  look(first: number, last: number): void;
}

/** Rows of a job with one of the outcomes (all when none is given); only calls in sight are read, so their number does not matter. */
export function useJobLines(jobId: string, calls: readonly CallSummary[], wanted: ReadonlySet<Outcome>): JobLines {
  const { starts, total } = useMemo(() => startsOf(calls, wanted), [calls, wanted]);
  const kept = useRef(new Map<number, { changed: number; lines: JobLine[] }>());
  const reading = useRef(new Set<number>());
  const [, redraw] = useState(0);
  const alive = useRef(true);
  useEffect(() => {
    alive.current = true;
    return () => {
      alive.current = false;
    };
  }, []);

  const read = useCallback(
    async (call: CallSummary): Promise<void> => {
      if (reading.current.has(call.number)) return;
      reading.current.add(call.number);
      const lines = await linesOfCall(jobId, call.number).catch(() => []);
      reading.current.delete(call.number);
      kept.current.delete(call.number);
      kept.current.set(call.number, { changed: call.changed, lines });
      for (const number of kept.current.keys()) {
        if (kept.current.size <= keptCalls) break;
        kept.current.delete(number);
      }
      if (alive.current) redraw((count) => count + 1);
    },
    [jobId],
  );

  const look = useCallback(
    (first: number, last: number): void => {
      if (total === 0) return;
      const from = placeOf(starts, Math.max(0, first)).call;
      const to = placeOf(starts, Math.min(total - 1, last)).call;
      for (const call of calls.slice(from, to + 1)) {
        if (kept.current.get(call.number)?.changed !== call.changed) void read(call);
      }
    },
    [calls, starts, total, read],
  );

  const lineAt = (index: number): JobLine | undefined => {
    const { call, nth } = placeOf(starts, index);
    const found = kept.current.get(calls[call]?.number ?? 0);
    if (!found) return undefined;
    return wanted.size === 0 ? found.lines[nth] : found.lines.filter(({ result }) => wanted.has(result.outcome))[nth];
  };
  return { total, lineAt, look };
}
