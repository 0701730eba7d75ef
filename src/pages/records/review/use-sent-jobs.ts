import { useCallback, useMemo, useState } from 'react';
import type { Id } from '../../../contract/ids';
import type { DraftScope } from '../../../edits/draft-scope';
import { createStore, useStore } from '../../../state/store';
import { readForSession, writeForSession } from '../../../storage/local-settings';
import type { RecordPages } from '../rows/use-record-pages';

/** More than these nobody keeps an eye on; the jobs page has all of them. */
const mostKept = 5;

export interface SentJobs {
  /** Latest last. */
  ids: readonly string[];
  add(id: string): void;
  dismiss(id: string): void;
}

/** The jobs that were sent from a table in this tab and are told of beside its rows until the person has seen what became of them; kept over a reload. */
export function useSentJobs({ environment, identity, table_id }: DraftScope): SentJobs {
  const name = `sent:${environment}:${identity}:${table_id}`;
  const [kept, setKept] = useState(() => keptUnder(name));
  // Another key has other jobs.
  if (kept.name !== name) setKept(keptUnder(name));
  const change = (next: (ids: readonly string[]) => string[]) =>
    setKept((now) => {
      const ids = next(now.ids);
      writeForSession(now.name, ids);
      return { name: now.name, ids };
    });
  return {
    ids: kept.ids,
    add: (id) => change((now) => [...now, id].slice(-mostKept)),
    dismiss: (id) => change((now) => now.filter((each) => each !== id)),
  };
}

function keptUnder(name: string): { name: string; ids: readonly string[] } {
  const kept = readForSession(name);
  return { name, ids: Array.isArray(kept) ? kept.filter((id) => typeof id === 'string') : [] };
}

type Marks = ReadonlyMap<Id, string>;

const marksOfJobs = createStore<ReadonlyMap<string, Marks>>(new Map());

/** Says what is to be known of the records that a job writes; null: nothing more. */
export function markRecords(job: string, own: Marks | null): void {
  const others = [...marksOfJobs.get()].filter(([id]) => id !== job);
  marksOfJobs.set(new Map(own ? [...others, [job, own] as const] : others));
}

/** What is said on a row: of the reading, else of a job that is told of beside the rows. */
export function useSentMarks(
  markAt: (row: number) => string | null,
  recordAt: RecordPages['recordAt'],
): (row: number) => string | null {
  const ofJobs = useStore(marksOfJobs);
  const marks = useMemo(() => new Map([...ofJobs.values()].flatMap((each) => [...each])), [ofJobs]);
  return useCallback(
    (row) => markAt(row) ?? (marks.size > 0 ? (marks.get(recordAt(row)?.item_id ?? '') ?? null) : null),
    [markAt, recordAt, marks],
  );
}
