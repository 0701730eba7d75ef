import { type Encoding, unitBytes } from '../../../api/files/encodings';
import { FileLimitError, fileLimits } from './file-limits';

/** A piece of a file that begins and ends with a line. */
export interface Stretch {
  /** First byte in the file, and the first one after it. */
  start: number;
  end: number;
  bytes: Uint8Array;
  text: string;
  /** Bytes in it that are no character of the encoding became U+FFFD. */
  badBytes: boolean;
  last: boolean;
}

/** Some hundred rows: what is made of them is judged while it is still in the processor's cache, and any row is near the beginning of a stretch. */
export const stretchBytes = 128 * 1024;

/**
 * Reads about `size` bytes from a line start on, up to a line end; more when the line is longer.
 * @param line that begins there, to report one that is too long
 * @throws FileLimitError of a `row`
 */
export async function readStretch(
  file: FileBytes,
  encoding: Encoding,
  start: number,
  size: number,
  line: number,
): Promise<Stretch> {
  for (let wanted = size; ; wanted *= 2) {
    if (wanted > fileLimits.row) throw new FileLimitError('row', line);
    const bytes = await file.read(start, start + wanted);
    const last = start + bytes.length === file.size;
    const end = last ? bytes.length : afterLastLine(bytes, unitBytes(encoding), encoding === 'utf-16be');
    if (end === 0 && !last) continue;
    return stretchOf(bytes.subarray(0, end), encoding, start, last);
  }
}

/** The stretch of a known range. */
export async function readRange(file: FileBytes, encoding: Encoding, start: number, end: number): Promise<Stretch> {
  return stretchOf(await file.read(start, end), encoding, start, end === file.size);
}

function stretchOf(bytes: Uint8Array, encoding: Encoding, start: number, last: boolean): Stretch {
  const text = new TextDecoder(encoding, { ignoreBOM: true }).decode(bytes);
  const badBytes = text.includes('\ufffd') && !isSound(bytes, encoding);
  return { start, end: start + bytes.length, bytes, text, badBytes, last };
}

/** U+FFFD may be in a file by right. */
function isSound(bytes: Uint8Array, encoding: Encoding): boolean {
  try {
    new TextDecoder(encoding, { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

/** Byte after the last line feed; if there is none, after the last carriage return that is followed by something else. */
function afterLastLine(bytes: Uint8Array, unit: 1 | 2, bigEndian: boolean): number {
  for (let place = bytes.length - unit; place >= 0; place -= unit) {
    if (unitAt(bytes, place, unit, bigEndian) === 10) return place + unit;
  }
  for (let place = bytes.length - 2 * unit; place >= 0; place -= unit) {
    if (unitAt(bytes, place, unit, bigEndian) === 13) return place + unit;
  }
  return 0;
}

/**
 * The byte in the file at which a row begins, of which the place in the text is known. A row follows a line end, so the line ends behind it are counted
 * back from the end of the stretch: that holds in every encoding.
 */
export function byteOfRow({ bytes, text, end }: Stretch, encoding: Encoding, place: number): number {
  if (place >= text.length) return end;
  let ends = 0;
  for (let at = place; at < text.length; at += 1) {
    const char = text.charCodeAt(at);
    if (char === 10 || char === 13) ends += 1;
  }
  const unit = unitBytes(encoding);
  const bigEndian = encoding === 'utf-16be';
  for (let at = bytes.length - unit; at >= 0; at -= unit) {
    const char = unitAt(bytes, at, unit, bigEndian);
    if (char !== 10 && char !== 13) continue;
    if (ends === 0) return end - bytes.length + at + unit;
    ends -= 1;
  }
  return end - bytes.length;
}

function unitAt(bytes: Uint8Array, place: number, unit: 1 | 2, bigEndian: boolean): number {
  const first = bytes[place] ?? 0;
  if (unit === 1) return first;
  const second = bytes[place + 1] ?? 0;
  return bigEndian ? first * 256 + second : second * 256 + first;
}

/** Bytes read from the file at once: a read costs more than its bytes. */
const chunkBytes = 2 ** 20;

/** The bytes of a file for sequential reading: large pieces are fetched ahead, small ones returned. */
export class FileBytes {
  private chunk: Uint8Array = new Uint8Array();
  private from = 0;
  private ahead: Promise<Uint8Array> | null = null;

  constructor(private readonly blob: Blob) {}

  get size(): number {
    return this.blob.size;
  }

  /** Bytes `start` to `end` (not included), as far as the file goes. */
  async read(start: number, end: number): Promise<Uint8Array> {
    const until = Math.min(end, this.blob.size);
    while (start < this.from || until > this.from + this.chunk.length) await this.load(start, until);
    return this.chunk.subarray(start - this.from, until - this.from);
  }

  private async load(start: number, until: number): Promise<void> {
    const after = this.from + this.chunk.length;
    if (this.ahead && start >= this.from && start <= after) {
      const [rest, next] = [this.chunk.subarray(start - this.from), await this.ahead];
      const both = new Uint8Array(rest.length + next.length);
      both.set(rest);
      both.set(next, rest.length);
      this.chunk = both;
    } else this.chunk = await this.fetch(start, Math.max(chunkBytes, until - start));
    this.from = start;
    const end = start + this.chunk.length;
    this.ahead = end < this.blob.size ? this.fetch(end, chunkBytes) : null;
    // A file that changes while it is read fails where the bytes are wanted.
    this.ahead?.catch(() => {});
  }

  private async fetch(start: number, size: number): Promise<Uint8Array> {
    return new Uint8Array(await this.blob.slice(start, start + size).arrayBuffer());
  }
}
