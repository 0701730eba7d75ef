/** The rows of a snapshot as a file that only grows: what was done to its table, entry by entry. A last entry that was not written whole is cut off. */

/** A file of the browser's own storage, open in a worker: the part of `FileSystemSyncAccessHandle` that is needed. */
export interface RowFile {
  getSize(): number;
  read(into: Uint8Array, options: { at: number }): number;
  write(bytes: Uint8Array, options: { at: number }): number;
  truncate(size: number): void;
  flush(): void;
  close(): void;
}

/** An entry: JSON, and rows where there are any. */
export interface LogEntry {
  head: string;
  body: Uint8Array;
}

/** Before each entry: a mark with the version of this form, the lengths of both parts, and their sum once more. */
const prefixBytes = 16;
const mark = 0x77636c31;

/** The entries of a file, in the order written. Whatever comes after the last whole one is removed. */
export function* readEntries(file: RowFile): Generator<LogEntry> {
  const size = file.getSize();
  let at = 0;
  while (at < size) {
    const prefix = readAt(file, at, prefixBytes);
    const view = new DataView(prefix.buffer);
    const isWhole =
      prefix.length === prefixBytes &&
      view.getUint32(0) === mark &&
      view.getUint32(4) + view.getUint32(8) === view.getUint32(12) &&
      at + prefixBytes + view.getUint32(12) <= size;
    if (!isWhole) {
      file.truncate(at);
      file.flush();
      return;
    }
    const head = readAt(file, at + prefixBytes, view.getUint32(4));
    const body = readAt(file, at + prefixBytes + head.length, view.getUint32(8));
    at += prefixBytes + head.length + body.length;
    yield { head: new TextDecoder().decode(head), body };
  }
}

function readAt(file: RowFile, at: number, length: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(length);
  const read = length === 0 ? 0 : file.read(bytes, { at });
  return read === length ? bytes : bytes.slice(0, read);
}

/** Adds an entry. @throws DOMException where no space is left; the file is as before then */
export function appendEntry(file: RowFile, { head, body }: LogEntry): void {
  const text = new TextEncoder().encode(head);
  const bytes = new Uint8Array(prefixBytes + text.length + body.length);
  const view = new DataView(bytes.buffer);
  for (const [index, value] of [mark, text.length, body.length, text.length + body.length].entries())
    view.setUint32(4 * index, value);
  bytes.set(text, prefixBytes);
  bytes.set(body, prefixBytes + text.length);
  const size = file.getSize();
  try {
    const written = file.write(bytes, { at: size });
    if (written < bytes.length) throw new DOMException('No space is left', 'QuotaExceededError');
    file.flush();
  } catch (error) {
    file.truncate(size);
    throw error;
  }
}
