import { type ConsoleDatabase, database } from './database';

/** What was kept for one table under a name, as it was written; undefined when nothing was. The caller judges its shape. */
export async function readTableSetting(
  place: { environment: string; table_id: string; name: string },
  db: ConsoleDatabase = database,
): Promise<unknown> {
  return (await db.tableSettings.get([place.environment, place.table_id, place.name]))?.value;
}

/** Keeps a value (anything that can be cloned) for one table under a name. */
export async function writeTableSetting(
  place: { environment: string; table_id: string; name: string },
  value: unknown,
  db: ConsoleDatabase = database,
): Promise<void> {
  await db.tableSettings.put({ ...place, value, changed_at: Date.now() });
}

/** Changes what is kept for one table under a name; two tabs that do it at once lose nothing. @returns what is kept then */
export async function changeTableSetting(
  place: { environment: string; table_id: string; name: string },
  change: (value: unknown) => unknown,
  db: ConsoleDatabase = database,
): Promise<unknown> {
  return db.transaction('rw', db.tableSettings, async () => {
    const value = change(await readTableSetting(place, db));
    await writeTableSetting(place, value, db);
    return value;
  });
}
