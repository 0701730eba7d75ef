/** The rows that were loaded for insight, in files of this browser that belong to this origin (OPFS): a folder for each snapshot. */

import type { Filter } from '../contract/filter';
import type { Id } from '../contract/ids';
import { isJsonObject, parseJson } from '../contract/json';
import { snapshotNews } from './change-broadcast';
import type { Owner } from './draft-rows';

/** A snapshot as its folder describes it. */
export interface SnapshotInfo extends Owner {
  id: string;
  table_id: Id;
  tableName: string;
  filter: Filter | null;
  /** Epoch milliseconds: begun, last loaded or updated, last used. */
  begunAt: number;
  loadedAt: number;
  usedAt: number;
  /** Every row of the query was loaded. */
  complete: boolean;
  rows: number;
  /** Of its files. */
  bytes: number;
}

const folderName = 'snapshots';
export const infoFile = 'info.json';
export const rowsFile = 'rows.bin';

/** The folder of all snapshots; null where the browser has none. */
export async function snapshotsFolder(): Promise<FileSystemDirectoryHandle | null> {
  try {
    const root = await navigator.storage.getDirectory();
    return await root.getDirectoryHandle(folderName, { create: true });
  } catch {
    return null;
  }
}

/** All snapshots, last used first. @param owner those of a key alone */
export async function listSnapshots(owner?: Owner): Promise<SnapshotInfo[]> {
  const folder = await snapshotsFolder();
  const found: SnapshotInfo[] = [];
  for await (const handle of folder?.values() ?? []) {
    const info = handle.kind === 'directory' ? await readInfo(handle as FileSystemDirectoryHandle) : null;
    if (info) found.push(info);
  }
  const isWanted = ({ environment, identity }: Owner) =>
    owner === undefined || (environment === owner.environment && identity === owner.identity);
  return found.filter(isWanted).sort((a, b) => b.usedAt - a.usedAt);
}

/** What a folder says of itself; null where it is not whole, or of another version. */
async function readInfo(folder: FileSystemDirectoryHandle): Promise<SnapshotInfo | null> {
  try {
    const file = await (await folder.getFileHandle(infoFile)).getFile();
    const info = parseJson(await file.text());
    return isJsonObject(info) && info.id === folder.name ? (info as unknown as SnapshotInfo) : null;
  } catch {
    return null;
  }
}

/** For so long a snapshot's files are tried to be removed: another tab may be writing. */
const [tries, betweenMs] = [20, 50];

/** Removes a snapshot's files, also where a tab has them open. @returns whether they are gone */
export async function forgetSnapshot(id: string): Promise<boolean> {
  const folder = await snapshotsFolder();
  snapshotNews.tell(id, 'elsewhere');
  for (let left = tries; left > 0; left -= 1) {
    try {
      await folder?.removeEntry(id, { recursive: true });
      return true;
    } catch (error) {
      if (error instanceof DOMException && error.name === 'NotFoundError') return true;
      await new Promise((resolve) => setTimeout(resolve, betweenMs));
    }
  }
  return false;
}

/** Removes the snapshots of a key; all without one. @returns how many are gone */
export async function forgetSnapshots(owner?: Owner): Promise<number> {
  const found = await listSnapshots(owner);
  const gone = await Promise.all(found.map(({ id }) => forgetSnapshot(id)));
  return gone.filter(Boolean).length;
}

/** Removes those that were not used for longest until all others take no more than so many bytes. @param keep IDs of those in use */
export async function limitSnapshots(mostBytes: number, keep: readonly string[]): Promise<void> {
  const found = await listSnapshots();
  let bytes = found.reduce((sum, info) => sum + info.bytes, 0);
  for (const info of found.reverse()) {
    if (bytes <= mostBytes) return;
    if (!keep.includes(info.id) && (await forgetSnapshot(info.id))) bytes -= info.bytes;
  }
}
