import Dexie, { liveQuery } from 'dexie';
import { useEffect, useSyncExternalStore } from 'react';
import type { Id } from '../../contract/ids';
import { connectionFor, subscribeConnections } from '../../credentials/connection';
import { database } from '../../storage/database';

/** Reports which tables of a key have unsent changes, now and whenever that changes. Renders nothing. */
export function DraftedTables({ env, onTables }: { env: string; onTables: (tables: ReadonlySet<Id>) => void }) {
  const identity = useSyncExternalStore(subscribeConnections, () => connectionFor(env)?.client.identity);
  useEffect(() => {
    if (identity === undefined) return;
    const tables = liveQuery(() =>
      database.drafts
        .where('[environment+identity+table_id]')
        .between([env, identity, Dexie.minKey], [env, identity, Dexie.maxKey])
        .uniqueKeys(),
    );
    const subscription = tables.subscribe({
      next: (keys) => onTables(new Set((keys as unknown as [string, string, Id][]).map(([, , table_id]) => table_id))),
      // An unreadable storage is reported where changes are made.
      error: () => onTables(new Set()),
    });
    return () => subscription.unsubscribe();
  }, [env, identity, onTables]);
  return null;
}
