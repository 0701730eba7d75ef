import { useCallback, useState } from 'react';
import type { DraftScope } from '../../../edits/draft-scope';
import { readForSession, writeForSession } from '../../../storage/remembered';

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
  const { ids } = kept;
  const change = useCallback(
    (next: (ids: readonly string[]) => string[]) =>
      setKept((now) => {
        const changed = next(now.ids);
        writeForSession(now.name, changed);
        return { name: now.name, ids: changed };
      }),
    [],
  );
  const add = useCallback((id: string) => change((now) => [...now, id].slice(-mostKept)), [change]);
  const dismiss = useCallback((id: string) => change((now) => now.filter((each) => each !== id)), [change]);
  return { ids, add, dismiss };
}

function keptUnder(name: string): { name: string; ids: readonly string[] } {
  const kept = readForSession(name);
  return { name, ids: Array.isArray(kept) ? kept.filter((id) => typeof id === 'string') : [] };
}
