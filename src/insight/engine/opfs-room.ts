import { snapshotNews } from '../../storage/change-broadcast';
import { infoFile, rowsFile, snapshotsFolder } from '../../storage/snapshot-files';
import type { RowFile } from '../snapshot/row-log';
import type { FileRoom } from './engine-session';

/** A file as workers may open it: nobody else can while it is open. The types of the platform know it in workers alone. */
type WorkerFileHandle = FileSystemFileHandle & { createSyncAccessHandle(): Promise<RowFile> };

/** Files of snapshots in the browser's own storage (OPFS). */
export function opfsRoom(): FileRoom {
  async function handleOf(id: string, name: string): Promise<RowFile | null> {
    const folder = await (await snapshotsFolder())?.getDirectoryHandle(id, { create: true });
    const handle = (await folder?.getFileHandle(name, { create: true })) as WorkerFileHandle | undefined;
    return (await handle?.createSyncAccessHandle()) ?? null;
  }
  const opened = new Map<string, RowFile>();
  const forgotten = new Set<string>();
  snapshotNews.hear((id) => {
    forgotten.add(id);
    opened.get(id)?.close();
    opened.delete(id);
  });
  return {
    async open(id) {
      try {
        const file = await handleOf(id, rowsFile);
        if (file !== null) opened.set(id, file);
        return { file, kept: file === null ? 'memory' : 'file' };
      } catch (error) {
        const isOpen = error instanceof DOMException && error.name === 'NoModificationAllowedError';
        return isOpen ? { file: await copyOf(id), kept: 'elsewhere' } : { file: null, kept: 'memory' };
      }
    },
    async describe(id, info) {
      try {
        // Its folder would be there again.
        const file = forgotten.has(id) ? null : await handleOf(id, infoFile);
        if (file === null) return false;
        const bytes = new TextEncoder().encode(info);
        file.truncate(0);
        file.write(bytes, { at: 0 });
        file.flush();
        file.close();
        return true;
      } catch {
        return false;
      }
    },
  };
}

/** What another tab has open can be read, as it is now. */
async function copyOf(id: string): Promise<RowFile> {
  const folder = await (await snapshotsFolder())?.getDirectoryHandle(id);
  const file = await (await folder?.getFileHandle(rowsFile))?.getFile();
  const bytes = new Uint8Array((await file?.arrayBuffer()) ?? new ArrayBuffer(0));
  return {
    getSize: () => bytes.length,
    read(into, { at }) {
      const part = bytes.subarray(at, at + into.length);
      into.set(part);
      return part.length;
    },
    write: () => 0,
    truncate: () => {},
    flush: () => {},
    close: () => {},
  };
}
