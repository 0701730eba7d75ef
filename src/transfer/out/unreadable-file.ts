import { textOfDatabase, textOfUnreadable, type Unreadable } from '../../jobs/ledger/unreadable';
import { fileStem, saveFile } from './sinks';

/** Gives what cannot be read to the browser as a file, with all that is stored of it. */
export async function saveUnreadable(thing: Unreadable): Promise<void> {
  const text = await textOfUnreadable(thing);
  const name = { job: 'job', drafts: 'unsent changes' }[thing.kind];
  saveFile(new Blob([text], { type: 'application/json' }), `${fileStem(`${name} ${thing.id}`, name)}.json`);
}

/** As `saveUnreadable`, of the whole database: a newer version has made it. */
export async function saveDatabase(): Promise<void> {
  saveFile(new Blob([await textOfDatabase()], { type: 'application/json' }), 'warehouse-console.json');
}
