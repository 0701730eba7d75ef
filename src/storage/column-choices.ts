import { isJsonObject } from '../contract/json';
import type { TablePlace } from './database';
import { readRemembered, writeRemembered } from './local-settings';

/**
 * The column choices for a table. They are stored in the database, with a copy that can be read at once: the columns are laid out with the first rows, which
 * load before the database's script (it is not among the first ones), and later columns would jump.
 */
interface Kept {
  choice: unknown;
  /** Epoch milliseconds of the change: a page that is closed may have written one of the two only, and the later one counts. */
  at: number;
}

/** The database, whose script is not among the first ones. */
const settings = () => import('./database');
const setting = 'columns';
/** Copies are for the tables that one works with: the space that they are kept in is small. */
const copiesMax = 60;
const copyPrefix = 'columns:';
const storedPrefix = `remembered:${copyPrefix}`;

/** The copy, as written; undefined if there is none. The caller judges its shape. */
export function readColumnsAtOnce(place: TablePlace): unknown {
  return savedChoices(readRemembered(copyName(place)))?.choice;
}

/** Keeps a choice, and what a newer version wrote beside it. The copy is written before this returns; where the database is denied it is all there is. */
export async function writeColumns(place: TablePlace, choice: object): Promise<void> {
  const before = readColumnsAtOnce(place);
  const kept: Kept = { choice: isJsonObject(before) ? { ...before, ...choice } : choice, at: Date.now() };
  writeRemembered(copyName(place), kept);
  dropOldCopies();
  try {
    await (await settings()).writeTableSetting({ ...place, name: setting }, kept);
  } catch {
    // Reported above.
  }
}

/**
 * Brings copy and home together, also what a console kept that knew the copy alone.
 * @returns the choice when the home knew better than the copy, else undefined
 */
export async function settleColumns(place: TablePlace): Promise<unknown> {
  try {
    const { readTableSetting, writeTableSetting } = await settings();
    const home = savedChoices(await readTableSetting({ ...place, name: setting }));
    // Read only now: columns may have changed while the database was opened.
    const copy = savedChoices(readRemembered(copyName(place)));
    if (home && (!copy || home.at > copy.at)) {
      writeRemembered(copyName(place), home);
      return home.choice;
    }
    if (copy && (!home || copy.at > home.at)) await writeTableSetting({ ...place, name: setting }, copy);
  } catch {
    // Without a database the copy is what there is.
  }
  return undefined;
}

/** Hears of choices made in other tabs. @returns the way to stop hearing */
export function hearColumns(place: TablePlace, listener: (choice: unknown) => void): () => void {
  const onStorage = ({ key }: StorageEvent): void => {
    if (key === `remembered:${copyName(place)}`) listener(readColumnsAtOnce(place));
  };
  addEventListener('storage', onStorage);
  return () => removeEventListener('storage', onStorage);
}

/** Deletes all copies; their homes are deleted with the settings of tables. */
export function dropColumnCopies(): void {
  for (const name of copies()) localStorage.removeItem(name);
}

function copyName({ environment, table_id }: TablePlace): string {
  return `${copyPrefix}${environment}:${table_id}`;
}

function savedChoices(value: unknown): Kept | null {
  if (typeof value !== 'object' || value === null) return null;
  const { choice, at } = value as Partial<Kept>;
  // Without a time: what an older console wrote, the choice itself.
  return typeof at === 'number' && Number.isFinite(at) && choice !== undefined
    ? { choice, at }
    : { choice: value, at: 0 };
}

function copies(): string[] {
  try {
    return Object.keys(localStorage).filter((name) => name.startsWith(storedPrefix));
  } catch {
    return [];
  }
}

function dropOldCopies(): void {
  const names = copies();
  if (names.length <= copiesMax) return;
  const age = (name: string) => savedChoices(readRemembered(name.slice('remembered:'.length)))?.at ?? 0;
  const oldest = names.map((name) => ({ name, at: age(name) })).sort((a, b) => a.at - b.at);
  for (const { name } of oldest.slice(0, names.length - copiesMax)) localStorage.removeItem(name);
}
