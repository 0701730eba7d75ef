import { useCallback, useMemo } from 'react';
import type { Id } from '../../../contract/ids';
import { type SentByJob, type SentCell, sentCellsOf, sentKey } from '../../../edits/sent-cells';
import { createStore, useStore } from '../../../state/store';
import { textsForSession, writeForSession } from '../../../storage/local-settings';
import type { RecordPages } from '../rows/use-record-pages';

const takenName = 'sent-taken';
const mostTaken = 500;
/** What each followed job sent that is not verified. */
export const sentByJobs = createStore<ReadonlyMap<string, SentByJob>>(new Map());
const takenCells = createStore<ReadonlySet<string>>(new Set(textsForSession(takenName)));

/** Notes of a cell are no longer shown. @param before only of jobs made before that time */
export function takeCell(item_id: Id, field_id: string, before = Number.POSITIVE_INFINITY): void {
  const own = [...sentByJobs.get()].filter(([, { at, records }]) => at < before && records.get(item_id)?.has(field_id));
  if (own.length === 0) return;
  const next = new Set([...takenCells.get(), ...own.map(([job]) => sentKey(job, item_id, field_id))]);
  takenCells.set(next);
  writeForSession(takenName, [...next].slice(-mostTaken));
}

/** Publishes notes on the records that a job writes; null: no more. */
export function tellSent(job: string, own: SentByJob | null): void {
  const others = [...sentByJobs.get()].filter(([id]) => id !== job);
  sentByJobs.set(new Map(own ? [...others, [job, own] as const] : others));
}

/** What was sent from here and is not verified, by record. */
export interface SentValues {
  of(item_id: Id): ReadonlyMap<string, SentCell> | undefined;
  /** Whether a job that is followed here wrote the record. */
  wrote(item_id: Id): boolean;
  /** A value was sent again or reverted: it is no longer shown. */
  take(item_id: Id, field_id: string): void;
}

export function useSentValues(): SentValues {
  const jobs = useStore(sentByJobs);
  const taken = useStore(takenCells);
  const cells = useMemo(() => sentCellsOf(jobs, taken), [jobs, taken]);
  return useMemo(
    () => ({
      of: (item_id) => cells.get(item_id),
      wrote: (item_id) => [...jobs.values()].some(({ records }) => records.has(item_id)),
      take: (item_id, field_id) => takeCell(item_id, field_id),
    }),
    [cells, jobs],
  );
}

/** The note of a row: on loading, else on sent but unwritten values. One that may still be verified is no warning. */
export function useSentMarks(
  markAt: (row: number) => string | null,
  recordAt: RecordPages['recordAt'],
  sent: SentValues,
): (row: number) => string | null {
  return useCallback(
    (row) => {
      const own = markAt(row);
      if (own !== null) return own;
      const cells = sent.of(recordAt(row)?.item_id ?? '');
      return [...(cells?.values() ?? [])].find(({ isPending }) => !isPending)?.said ?? null;
    },
    [markAt, recordAt, sent],
  );
}
