import type { Write } from './text-writers';

/** Where a file goes. */
export interface Sink {
  write: Write;
  /** Finishes the file. @returns it, if it is in the browser and not on disk yet */
  close(): Promise<Blob | null>;
  /** Leaves nothing behind. */
  discard(): Promise<void>;
}

type SavePicker = (options: { suggestedName: string }) => Promise<FileSystemFileHandle>;

/** Characters or bytes handed to the browser at a time. */
const portion = 512 * 1024;

/** Whether the browser lets a page write into a chosen file. */
export function canWriteToDisk(): boolean {
  return 'showSaveFilePicker' in globalThis;
}

/**
 * Asks for a file, to be called while a press is handled. What is written appears in it when it is closed, so that one that stops leaves no half file.
 * @returns null when none was chosen
 */
export async function chooseFile(suggestedName: string): Promise<{ name: string; sink: Sink } | null> {
  const { showSaveFilePicker } = globalThis as unknown as { showSaveFilePicker: SavePicker };
  try {
    const handle = await showSaveFilePicker({ suggestedName });
    return { name: handle.name, sink: await diskSink(handle) };
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return null;
    throw error;
  }
}

/** Writes into a file on the disk, as it comes. */
async function diskSink(handle: FileSystemFileHandle): Promise<Sink> {
  const stream = await handle.createWritable();
  const { write, flush } = gathered((parts) => stream.write(new Blob(parts)));
  return {
    write,
    async close() {
      await flush();
      await stream.close();
      return null;
    },
    discard: () => stream.abort(),
  };
}

/** Stores the file in the browser, which moves large parts to disk on its own. @param type its media type */
export function blobSink(type: string): Sink {
  let file = new Blob([], { type });
  let parts: Blob[] = [];
  const { write, flush } = gathered(async (more) => {
    parts.push(new Blob(more));
    // A blob of blobs: not of thousands of them.
    if (parts.length < 64) return;
    file = new Blob([file, ...parts], { type });
    parts = [];
  });
  return {
    write,
    async close() {
      await flush();
      return new Blob([file, ...parts], { type });
    },
    async discard() {
      file = new Blob([]);
      parts = [];
    },
  };
}

function gathered(put: (parts: (string | Uint8Array<ArrayBuffer>)[]) => Promise<void>) {
  let waiting: (string | Uint8Array<ArrayBuffer>)[] = [];
  let size = 0;
  async function flush(): Promise<void> {
    const parts = waiting;
    waiting = [];
    size = 0;
    if (parts.length > 0) await put(parts);
  }
  return {
    flush,
    async write(chunk: string | Uint8Array<ArrayBuffer>): Promise<void> {
      if (chunk.length === 0) return;
      waiting.push(chunk);
      size += chunk.length;
      if (size >= portion) await flush();
    },
  };
}

/** Gives a file to the browser's downloads. */
export function saveFile(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser has taken it by then.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** Longer names are cut by some systems, and hidden by most windows. */
const longest = 80;

/** The beginning of a file's name from the name of a table, with nothing in it that a file system refuses. @param otherwise where nothing of the name is left */
export function fileStem(tableName: string, otherwise: string): string {
  const name = tableName.replace(/[^\p{L}\p{N}._-]+/gu, '-').replace(/^[-.]+|[-.]+$/g, '');
  return (name || otherwise).slice(0, longest);
}
