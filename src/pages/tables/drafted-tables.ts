import Dexie, { liveQuery } from 'dexie';
import type { Id } from '../../contract/ids';
import { database } from '../../storage/database';
import type { Owner } from '../../storage/draft-rows';

/** Tells which tables of a key have unsent changes, now and whenever that changes. @returns the way to hear no more */
export function watchDraftedTables(
  { environment, identity }: Owner,
  tell: (tables: ReadonlySet<Id>) => void,
): () => void {
  const tables = liveQuery(() =>
    database.drafts
      .where('[environment+identity+table_id]')
      .between([environment, identity, Dexie.minKey], [environment, identity, Dexie.maxKey])
      .uniqueKeys(),
  );
  const subscription = tables.subscribe({
    next: (keys) => tell(new Set((keys as unknown as [string, string, Id][]).map(([, , table_id]) => table_id))),
    // An unreadable storage is reported where changes are made.
    error: () => tell(new Set()),
  });
  return () => subscription.unsubscribe();
}
