import * as v from 'valibot';
import type { Id } from '../../../contract/ids';
import { type ConsoleDatabase, database, readTableSetting, writeTableSetting } from '../../../storage/database';
import type { SourceChoice } from '../../../transfer/in/source/open-source';
import type { Brought } from './brought';

/** The file that an import had open, for the page that is loaded anew. The rows themselves are not kept: they are in the file. */
export interface KeptFile {
  name: string;
  /** How it was read. */
  choice: SourceChoice;
  /** The way back to it; null where the browser gives none, and for rows that were pasted. */
  handle: FileSystemFileHandle | null;
  pasted: boolean;
}

interface Place {
  environment: string;
  table_id: Id;
}

const schema = v.object({
  name: v.string(),
  choice: v.custom<SourceChoice>((value) => typeof value === 'object' && value !== null),
  handle: v.custom<FileSystemFileHandle | null>((value) => value === null || typeof value === 'object'),
  pasted: v.boolean(),
});
const settingName = 'import-file';

/** The file that was open for a table, without the one that somebody let go of. */
export async function readKeptFile(place: Place, db: ConsoleDatabase = database): Promise<KeptFile | null> {
  const read = v.safeParse(schema, await readTableSetting({ ...place, name: settingName }, db));
  return read.success ? read.output : null;
}

/** Keeps the way to a file. */
export async function writeKeptFile(
  place: Place,
  { name, handle = null, pasted = false }: Brought,
  choice: SourceChoice,
  db: ConsoleDatabase = database,
): Promise<void> {
  const kept: KeptFile = { name, choice, handle, pasted };
  await writeTableSetting({ ...place, name: settingName }, kept, db);
}

/** The file was sent, or let go of. */
export async function dropKeptFile(place: Place, db: ConsoleDatabase = database): Promise<void> {
  await writeTableSetting({ ...place, name: settingName }, null, db);
}

type WithPermission = FileSystemFileHandle & {
  requestPermission?(options: { mode: 'read' }): Promise<PermissionState>;
};

/** The file behind a handle, asking for the permission again; to be called while a press is handled. @throws DOMException when it may not be read, or is gone */
export async function fileOfHandle(handle: FileSystemFileHandle): Promise<File> {
  const state = (await (handle as WithPermission).requestPermission?.({ mode: 'read' })) ?? 'granted';
  if (state !== 'granted') throw new DOMException('The page may not read the file.', 'NotAllowedError');
  return handle.getFile();
}
