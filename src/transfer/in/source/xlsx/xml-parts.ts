import { BlobReader, type FileEntry, ZipReader } from '@zip.js/zip.js/lib/zip-core-custom.js';
import { SaxesParser } from 'saxes';
import { checkLimit, Expansion, FileLimitError, fileLimits } from '../file-limits';

/** A part of a workbook: a file of XML in a ZIP archive, read as it is unpacked, which counts for what the workbook becomes. */
export interface Part {
  entry: FileEntry;
  expansion: Expansion;
}

/** The parts of a workbook by name, as `partName` writes it. */
export type Parts = ReadonlyMap<string, Part>;

/** A name of a part, so that equal names are the same text: they compare without case and as decoded (ECMA-376-2, 6.2.2), and some archives part folders by `\\`. */
export function partName(path: string): string {
  const plain = path.replaceAll('\\', '/').replace(/^\/+/, '');
  return plain.replace(/(?:%[0-9a-f]{2})+/gi, decoded).toLowerCase();
}

/** Bytes in percent notation as their characters; unchanged where they are none. */
function decoded(bytes: string): string {
  try {
    return decodeURIComponent(bytes);
  } catch {
    return bytes;
  }
}

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
  return new Map(
    entries.flatMap((entry) => (entry.directory ? [] : [[partName(entry.filename), { entry, expansion }]])),
  );
}

export type Attributes = Readonly<Record<string, string>>;

/** Takes what is in XML, in order: elements of the namespace of its root, by their names without prefixes. Those of extensions are left out with all they hold. */
export interface XmlHandler {
  /** @param namespaceOf the namespace of a prefix; `''` where it has none */
  open(name: string, attributes: Attributes, namespaceOf: (prefix: string) => string): void;
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
  /** Whether an element of this name is what `limit` is of; left out: the whole file. */
  of?: (name: string) => boolean;
  most?: number;
}

/**
 * Parses a file of an archive while unpacking, and stops after each piece, so that the handler's result can be taken. Malformed XML is read as far as possible.
 * @returns bytes unpacked so far
 * @throws FileLimitError if more characters follow each other than the limit allows; the browser's error for bytes that cannot be unpacked; an error for
 * others than were packed
 */
export async function* readXml(
  { entry, expansion }: Part,
  { limit, of, most = fileLimits[limit] }: XmlLimit,
  handler: XmlHandler,
): AsyncGenerator<number> {
  const parser = new SaxesParser({ xmlns: false, position: false });
  const names = new Namespaces();
  let since = 0;
  parser.on('error', () => expansion.add(errorChars));
  parser.on('attribute', names.attribute);
  parser.on('opentag', ({ name, attributes }) => {
    const local = names.open(name);
    if (names.depth > fileLimits.nesting) throw new FileLimitError(limit);
    if (local !== null) handler.open(local, attributes, names.of);
  });
  parser.on('closetag', ({ name }) => {
    const local = names.close(name);
    if (local === null) return;
    if (of?.(local)) since = 0;
    handler.close?.(local);
  });
  if (handler.text) {
    const take = (text: string): void => {
      if (!names.isForeign) handler.text?.(text);
    };
    parser.on('text', take);
    parser.on('cdata', take);
  }
  const decoder = new TextDecoder();
  let bytes = 0;
  let sum = -1;
  for await (const chunk of chunksOf(unpack(entry))) {
    bytes += chunk.length;
    sum = addedTo(sum, chunk);
    expansion.add(chunk.length);
    const text = decoder.decode(chunk, { stream: true });
    for (let at = 0; at < text.length; at += pieceChars) {
      since += Math.min(pieceChars, text.length - at);
      parser.write(text.slice(at, at + pieceChars));
      if (since > most) throw new FileLimitError(limit);
      yield bytes;
    }
  }
  if (~sum >>> 0 !== entry.crc32) throw new Error('the bytes of a part are not those that were packed');
}

/** What each byte adds to the checksum of an archive, CRC-32 (APPNOTE 4.4.7). */
const sums = Int32Array.from({ length: 256 }, (_sum, byte) => {
  let sum = byte;
  for (let bit = 0; bit < 8; bit += 1) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1;
  return sum;
});

function addedTo(sum: number, bytes: Uint8Array): number {
  let added = sum;
  for (const byte of bytes) added = (added >>> 8) ^ (sums[(added ^ byte) & 0xff] as number);
  return added;
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

/** Of what a file has in two forms (ECMA-376-3, 7.6): for programs that know an extension, and for all others. */
const compatibility = 'http://schemas.openxmlformats.org/markup-compatibility/2006';

/**
 * Names of elements by their namespaces. The parser can do so too, for each attribute of each cell, and takes twice as long (530 instead of 250 ms for 200,000
 * cells); attributes of a workbook have no prefix, but for one.
 */
class Namespaces {
  depth = 0;
  /** The namespace of the root, which the parts of strict and of other workbooks have their own of. */
  private root: string | undefined;
  /** Declarations by prefix, and at which depth each set of them begins. */
  private readonly scopes: { depth: number; byPrefix: ReadonlyMap<string, string> }[] = [];
  /** The namespace of names without a prefix, which nearly all are. */
  private unprefixed = '';
  /** What the element that opens next declares. */
  private declared: Map<string, string> | undefined;
  /** Depth of the element of an extension that is being left out. */
  private foreign = 0;

  get isForeign(): boolean {
    return this.foreign > 0;
  }

  readonly of = (prefix: string): string => this.scopes.at(-1)?.byPrefix.get(prefix) ?? prefix;

  /** @returns the name of an element without its prefix; null where it is one of an extension */
  open(name: string): string | null {
    this.depth += 1;
    const { declared: byPrefix } = this;
    if (byPrefix) {
      this.scopes.push({ depth: this.depth, byPrefix });
      this.declared = undefined;
      this.unprefixed = this.of('');
    }
    if (this.foreign > 0) return null;
    const colon = name.indexOf(':');
    const own = this.namespaceAt(name, colon);
    const local = name.slice(colon + 1);
    this.root ??= own;
    if (own === this.root) return local;
    if (own !== compatibility || local === 'Choice') this.foreign = this.depth;
    return null;
  }

  /** The same for its end. */
  close(name: string): string | null {
    const colon = name.indexOf(':');
    const isOwn = this.foreign === 0 && this.namespaceAt(name, colon) === this.root;
    if (this.foreign === this.depth) this.foreign = 0;
    if (this.scopes.at(-1)?.depth === this.depth) {
      this.scopes.pop();
      this.unprefixed = this.of('');
    }
    this.depth -= 1;
    return isOwn ? name.slice(colon + 1) : null;
  }

  /** Takes an attribute of the element that opens next. */
  readonly attribute = ({ name, value }: { name: string; value: string }): void => {
    if (name !== 'xmlns' && !name.startsWith('xmlns:')) return;
    this.declared ??= new Map(this.scopes.at(-1)?.byPrefix);
    this.declared.set(name.slice('xmlns:'.length), value);
  };

  private namespaceAt(name: string, colon: number): string {
    return colon === -1 ? this.unprefixed : this.of(name.slice(0, colon));
  }
}
