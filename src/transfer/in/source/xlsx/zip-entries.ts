import { checkLimit } from '../file-limits';

/** A file in an archive. */
export interface ZipEntry {
  /** Bytes when it is unpacked, as the archive says. */
  size: number;
  /** Its bytes, unpacked as they are read. @throws BadZipError; what the browser says of bytes that cannot be unpacked */
  open(): Promise<ReadableStream<Uint8Array<ArrayBuffer>>>;
}

/** What is no archive, or one that cannot be read. */
export class BadZipError extends Error {}

/** How far from the end the list of files may be told: its own bytes, and a remark of 64 KB. */
const tailBytes = 22 + 0xffff;
const listEnd = 0x06054b50;
const longListEnd = 0x06064b50;
const longListEndPlace = 0x07064b50;
const listed = 0x02014b50;
const local = 0x04034b50;
const longSizes = 1;
const inLongSizes = 0xffffffff;

/** The files of an archive by name. Only its list is read; what is in it stays packed until it is opened. @throws BadZipError; FileLimitError */
export async function readZip(file: Blob): Promise<ReadonlyMap<string, ZipEntry>> {
  const { start, bytes } = await findList(file);
  checkLimit('archiveList', Math.min(bytes, file.size - start));
  const view = await viewOf(file, start, bytes);
  const entries = new Map<string, ZipEntry>();
  for (let at = 0; at + 46 <= view.byteLength && view.getUint32(at, true) === listed; ) {
    const nameBytes = view.getUint16(at + 28, true);
    const extraBytes = view.getUint16(at + 30, true);
    const name = new TextDecoder().decode(new Uint8Array(view.buffer, at + 46, nameBytes));
    const place = placeOf(view, at, at + 46 + nameBytes, extraBytes);
    const packing = view.getUint16(at + 10, true);
    const sealed = (view.getUint16(at + 8, true) & 1) === 1;
    entries.set(name, { size: place.size, open: () => unpack(file, place, sealed ? -1 : packing) });
    at += 46 + nameBytes + extraBytes + view.getUint16(at + 32, true);
  }
  if (entries.size === 0) throw new BadZipError('nothing is in the archive');
  return entries;
}

async function viewOf(file: Blob, start: number, bytes: number): Promise<DataView<ArrayBuffer>> {
  return new DataView(await file.slice(start, start + bytes).arrayBuffer());
}

async function findList(file: Blob): Promise<{ start: number; bytes: number }> {
  const from = Math.max(0, file.size - tailBytes);
  const tail = await viewOf(file, from, tailBytes);
  let at = tail.byteLength - 22;
  while (at >= 0 && tail.getUint32(at, true) !== listEnd) at -= 1;
  if (at < 0) throw new BadZipError('the list of files is missing');
  const short = { bytes: tail.getUint32(at + 12, true), start: tail.getUint32(at + 16, true) };
  if (at < 20 || tail.getUint32(at - 20, true) !== longListEndPlace) return short;
  const long = await viewOf(file, Number(tail.getBigUint64(at - 12, true)), 56);
  if (long.byteLength < 56 || long.getUint32(0, true) !== longListEnd) return short;
  return { bytes: Number(long.getBigUint64(40, true)), start: Number(long.getBigUint64(48, true)) };
}

interface Place {
  offset: number;
  packed: number;
  size: number;
}

/** Where a file lies; sizes past 4 GB stand in an extra field, those that need it, in this order. */
function placeOf(view: DataView, at: number, extra: number, extraBytes: number): Place {
  const place = {
    size: view.getUint32(at + 24, true),
    packed: view.getUint32(at + 20, true),
    offset: view.getUint32(at + 42, true),
  };
  for (let field = extra; field + 4 <= extra + extraBytes; field += 4 + view.getUint16(field + 2, true)) {
    if (view.getUint16(field, true) !== longSizes) continue;
    let value = field + 4;
    for (const name of ['size', 'packed', 'offset'] as const) {
      if (place[name] !== inLongSizes) continue;
      place[name] = Number(view.getBigUint64(value, true));
      value += 8;
    }
  }
  return place;
}

async function unpack(
  file: Blob,
  { offset, packed }: Place,
  packing: number,
): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> {
  const head = await viewOf(file, offset, 30);
  if (head.byteLength < 30 || head.getUint32(0, true) !== local)
    throw new BadZipError('a file is not where it is said');
  const start = offset + 30 + head.getUint16(26, true) + head.getUint16(28, true);
  const bytes = file.slice(start, start + packed);
  if (packing === 0) return bytes.stream();
  if (packing !== 8) throw new BadZipError('a file is packed in another way');
  return bytes.stream().pipeThrough(new DecompressionStream('deflate-raw'));
}
