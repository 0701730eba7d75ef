import { useState } from 'react';
import type { DraftScope } from '../../../storage/draft-rows';
import { textsForSession, writeForSession } from '../../../storage/local-settings';
import { sentByJobs, takeCell } from './sent-values';

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
  const hidden = new Set(textsForSession(hiddenName(name)));
  const reopened = new Set(textsForSession(reopenedName(name)));
  return { name, ids: textsForSession(name), hidden, reopened, fresh: new Set() };
}

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
