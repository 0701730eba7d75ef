import { chunksOf, openFile, readWholeFile, totalOf } from '../../../api/files/read-file';
import { saveFile } from '../../../transfer/out/sinks';
import { type DownloadPorts, freeName } from './downloads';

/** Where downloads are saved: a folder that the user chose, or the browser's downloads. */
export type Save = DownloadPorts['save'];

/** The part of the File System Access API that is used here; browsers without it save one by one. */
interface Folder {
  getFileHandle(name: string, options: { create: boolean }): Promise<{ createWritable(): Promise<Writable> }>;
  removeEntry(name: string): Promise<void>;
}
interface Writable {
  write(chunk: Uint8Array): Promise<void>;
  close(): Promise<void>;
  abort(): Promise<void>;
}
interface Picker {
  showDirectoryPicker?: (options: { mode: 'readwrite' }) => Promise<Folder>;
}

/** Whether this browser supports choosing a folder. */
export function canChooseFolder(): boolean {
  return (window as Picker).showDirectoryPicker !== undefined;
}

/** Asks for a folder; null when none was chosen. */
export async function chooseFolder(): Promise<Save | null> {
  try {
    const folder = await (window as Picker).showDirectoryPicker?.({ mode: 'readwrite' });
    return folder ? intoFolder(folder) : null;
  } catch {
    return null;
  }
}

/** Each file goes to the disk as it comes, so none is too large for the memory. */
function intoFolder(folder: Folder): Save {
  const taken = new Set<string>();
  return async (file, link, onProgress, signal) => {
    const response = await openFile(link, signal);
    const name = await nameNotThere(folder, file.name, taken);
    const writable = await (await folder.getFileHandle(name, { create: true })).createWritable();
    try {
      let read = 0;
      for await (const chunk of chunksOf(response.body, signal)) {
        await writable.write(chunk);
        read += chunk.length;
        onProgress(read, totalOf(response));
      }
      await writable.close();
    } catch (error) {
      await writable.abort().catch(() => {});
      await folder.removeEntry(name).catch(() => {});
      throw error;
    }
  };
}

/** Existing files in the folder are not overwritten. */
async function nameNotThere(folder: Folder, wanted: string, taken: Set<string>): Promise<string> {
  for (;;) {
    const name = freeName(wanted, taken);
    const there = await folder.getFileHandle(name, { create: false }).catch(() => null);
    if (there === null) return name;
  }
}

/** A larger file would have to lie in the memory whole. */
const largestBytes = 512 * 1024 * 1024;

/** By the browser's own downloads: read here, so that its progress is seen and its failure is one here, then handed over. */
export const toDownloads: Save = async (file, link, onProgress, signal) => {
  const bytes = await readWholeFile(link, signal, largestBytes, onProgress);
  saveFile(new Blob([bytes]), freeName(file.name, new Set()));
};
