import { BlobReader, type FileEntry, ZipReader } from '@zip.js/zip.js/lib/zip-core-custom.js';
import { SaxesParser } from 'saxes';
import { checkLimit, Expansion, FileLimitError, fileLimits } from '../file-limits';

/** A part of a workbook: a file of XML in a ZIP archive, read as it is unpacked, which counts for what the workbook becomes. */
export interface Part {
  entry: FileEntry;
  expansion: Expansion;
}

/** The parts of a workbook by name. */
export type Parts = ReadonlyMap<string, Part>;

/** Refuses a list of files that is too long, the one thing of an archive that is read whole. */
class ListLimit extends BlobReader {
  override readUint8Array(index: number, length: number): Promise<Uint8Array> {
    checkLimit('archiveList', Math.min(length, this.size - index));
    return super.readUint8Array(index, length);
  }
}

/** The files of an archive by name; their content stays packed. @throws FileLimitError; the library's error for a damaged archive */
export async function readZip(file: Blob): Promise<Parts> {
  // The page's policy allows no blob workers, and this runs in a worker already. Wrong declared sizes do not prevent reading.
  const zip = new ZipReader(new ListLimit(file), { useWebWorkers: false, strictness: 'tolerant' });
  const entries = await zip.getEntries();
  const expansion = Expansion.of(file.size);
  return new Map(entries.flatMap((entry) => (entry.directory ? [] : [[entry.filename, { entry, expansion }]])));
}

export type Attributes = Readonly<Record<string, string>>;

/** Takes what is in XML, in order. Names are without their prefixes. */
export interface XmlHandler {
  open(name: string, attributes: Attributes): void;
  text?(text: string): void;
  /** Also of an element that is empty. */
  close?(name: string): void;
}

/** Characters that are parsed at a time: a few may hold thousands of cells. */
const pieceChars = 4096;
/** Characters that are parsed in the time that an error in the XML takes. */
const errorChars = 64;

interface XmlLimit {
  limit: 'row' | 'part';
  /** The element that `limit` is of; left out: the whole file. */
  of?: string;
  most?: number;
}

/**
 * Parses a file of an archive while unpacking, and stops after each piece, so that the handler's result can be taken. Malformed XML is read as far as possible.
 * @returns bytes unpacked so far
 * @throws FileLimitError if more characters follow each other than the limit allows; the browser's error for bytes that cannot be unpacked
 */
export async function* readXml(
  { entry, expansion }: Part,
  { limit, of, most = fileLimits[limit] }: XmlLimit,
  handler: XmlHandler,
): AsyncGenerator<number> {
  const parser = new SaxesParser({ xmlns: false, position: false });
  let depth = 0;
  let since = 0;
  parser.on('error', () => expansion.add(errorChars));
  parser.on('opentag', ({ name, attributes }) => {
    depth += 1;
    if (depth > fileLimits.nesting) throw new FileLimitError(limit);
    handler.open(localName(name), attributes);
  });
  parser.on('closetag', ({ name }) => {
    depth -= 1;
    const local = localName(name);
    if (local === of) since = 0;
    handler.close?.(local);
  });
  if (handler.text) {
    const take = (text: string): void => handler.text?.(text);
    parser.on('text', take);
    parser.on('cdata', take);
  }
  const decoder = new TextDecoder();
  let bytes = 0;
  for await (const chunk of chunksOf(unpack(entry))) {
    bytes += chunk.length;
    expansion.add(chunk.length);
    const text = decoder.decode(chunk, { stream: true });
    for (let at = 0; at < text.length; at += pieceChars) {
      since += Math.min(pieceChars, text.length - at);
      parser.write(text.slice(at, at + pieceChars));
      if (since > most) throw new FileLimitError(limit);
      yield bytes;
    }
  }
}

/** The declared size is not trusted, so the browser unpacks: it finds the end of the data. */
function unpack(entry: FileEntry): ReadableStream<Uint8Array> {
  const { readable, writable } = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>();
  // Errors are reported by the readable side; a cancelled stream fails as well.
  entry.getData(writable, { passThrough: true }).catch((error: unknown) => writable.abort(error).catch(() => {}));
  return entry.compressionMethod === 0 ? readable : readable.pipeThrough(new DecompressionStream('deflate-raw'));
}

/** Chunks of a stream, which ends with its reader: not every browser can iterate over one. */
async function* chunksOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}

/** Gives a handler all of a small file of an archive, or nothing where there is no such file. @throws FileLimitError of a `part` */
export async function readPart(part: Part | undefined, handler: XmlHandler): Promise<void> {
  if (!part) return;
  for await (const _bytes of readXml(part, { limit: 'part' }, handler));
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}
