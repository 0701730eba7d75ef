import { useCallback, useMemo, useState } from 'react';
import type { Id } from '../../../contract/ids';
import { type SentByJob, type SentCell, sentCellsOf, sentKey } from '../../../edits/sent-cells';
import { createStore, useStore } from '../../../state/store';
import type { DraftScope } from '../../../storage/draft-rows';
import { readForSession, writeForSession } from '../../../storage/local-settings';
import type { RecordPages } from '../rows/use-record-pages';

/** Past these, jobs whose rows are all verified are no longer followed here; the jobs page has all of them. */
const mostKept = 5;

export interface SentJobs {
  /** Latest last. */
  ids: readonly string[];
  /** Those of them that are no longer reported, and whose unverified values are still in their cells. */
  hidden: ReadonlySet<string>;
  /** Those that were sent since the table was opened. */
  fresh: ReadonlySet<string>;
  /** Those whose rows were opened as unsent changes again, where that can be done. */
  reopened: ReadonlySet<string>;
  add(id: string): void;
  dismiss(id: string): void;
  reopen(id: string): void;
}

interface Kept {
  name: string;
  ids: readonly string[];
  hidden: ReadonlySet<string>;
  fresh: ReadonlySet<string>;
  reopened: ReadonlySet<string>;
}

/** The jobs sent from a table in this tab, reported beside its rows until the user has seen their outcome; kept over a reload. */
export function useSentJobs({ environment, identity, table_id }: DraftScope): SentJobs {
  const name = `sent:${environment}:${identity}:${table_id}`;
  const [kept, setKept] = useState(() => keptUnder(name));
  // Another key has other jobs.
  if (kept.name !== name) setKept(keptUnder(name));
  const change = (next: (now: Kept) => Partial<Kept>) =>
    setKept((now) => {
      const after = { ...now, ...next(now) };
      writeForSession(now.name, after.ids);
      writeForSession(hiddenName(now.name), [...after.hidden]);
      writeForSession(reopenedName(now.name), [...after.reopened]);
      return after;
    });
  return {
    ...kept,
    add(id) {
      const gone = wholePast(mostKept - 1, kept.ids);
      change(({ ids, fresh }) => ({
        ids: [...ids.filter((each) => !gone.includes(each)), id],
        fresh: new Set([...fresh, id]),
      }));
    },
    dismiss: (id) => change(({ hidden }) => ({ hidden: new Set([...hidden, id]) })),
    reopen: (id) => change(({ reopened }) => ({ reopened: new Set([...reopened, id]) })),
  };
}

const hiddenName = (name: string): string => `${name}:hidden`;
const reopenedName = (name: string): string => `${name}:reopened`;

function keptUnder(name: string): Kept {
  const hidden = new Set(textsUnder(hiddenName(name)));
  const reopened = new Set(textsUnder(reopenedName(name)));
  return { name, ids: textsUnder(name), hidden, reopened, fresh: new Set() };
}

function textsUnder(name: string): string[] {
  const kept = readForSession(name);
  return Array.isArray(kept) ? kept.filter((each) => typeof each === 'string') : [];
}

const takenName = 'sent-taken';
const mostTaken = 500;
const sentByJobs = createStore<ReadonlyMap<string, SentByJob>>(new Map());
const takenCells = createStore<ReadonlySet<string>>(new Set(textsUnder(takenName)));

/** Of the jobs followed, earliest first, those to drop so that at most `most` are left, or only ones of which something is not verified. */
function wholePast(most: number, ids: readonly string[]): string[] {
  const jobs = sentByJobs.get();
  const gone = ids.filter((id) => jobs.get(id)?.isWhole).slice(0, Math.max(0, ids.length - most));
  // Without its notes those of an earlier job on the same cells would be shown again.
  for (const id of gone)
    for (const [item_id, cells] of jobs.get(id)?.records ?? [])
      for (const field_id of cells.keys()) takeCell(item_id, field_id, jobs.get(id)?.at);
  return gone;
}

/** Notes of a cell are no longer shown. @param before only of jobs made before that time */
function takeCell(item_id: Id, field_id: string, before = Number.POSITIVE_INFINITY): void {
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
