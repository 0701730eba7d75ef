import { useCallback, useSyncExternalStore } from 'react';
import type { Id } from '../../../contract/ids';
import type { RecordPages } from '../rows/use-record-pages';

type Marks = ReadonlyMap<Id, string>;

const ofJobs = new Map<string, Marks>();
const listeners = new Set<() => void>();
let marks: Marks = new Map();

/** Says what is to be known of the records that a job writes; null: nothing more. */
export function markRecords(job: string, own: Marks | null): void {
  if (own) ofJobs.set(job, own);
  else ofJobs.delete(job);
  marks = new Map([...ofJobs.values()].flatMap((each) => [...each]));
  for (const listener of listeners) listener();
}

/** What is said on a row: of the reading, else of a job that is told of beside the rows. */
export function useSentMarks(
  markAt: (row: number) => string | null,
  recordAt: RecordPages['recordAt'],
): (row: number) => string | null {
  const now = useSyncExternalStore(subscribe, marksNow);
  return useCallback(
    (row) => markAt(row) ?? (now.size > 0 ? (now.get(recordAt(row)?.item_id ?? '') ?? null) : null),
    [markAt, recordAt, now],
  );
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function marksNow(): Marks {
  return marks;
}
