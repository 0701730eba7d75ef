import type { Write } from './text-writers';

/** An archive that is written as it grows: what is in it is compressed by the browser, off the main thread, and never held as a whole. */
export interface Zip {
  /** Begins a file; one at a time. */
  file(name: string): { write(text: string): Promise<void>; close(): Promise<void> };
  /** The list of files, by which the archive ends. */
  end(): Promise<void>;
}

interface Entry {
  name: Uint8Array<ArrayBuffer>;
  crc: number;
  compressed: number;
  size: number;
  offset: number;
}

/** Sizes and places are written in 32 bits. */
export const zipBytesMax = 2 ** 32 - 1;
const version = 20;
/** Sizes follow the data; names are UTF-8. */
const flags = 0x0808;
const deflate = 8;
/** 1980-01-01: a file says when it was made in its manifest. */
const noDate = 0x0021;

/** @throws RangeError when the archive would pass `zipBytesMax` */
export function createZip(write: Write): Zip {
  const entries: Entry[] = [];
  const encoder = new TextEncoder();
  let offset = 0;
  const put = async (bytes: Uint8Array<ArrayBuffer>): Promise<void> => {
    offset += bytes.length;
    if (offset > zipBytesMax) throw new RangeError('an archive holds at most 4 GB');
    await write(bytes);
  };

  return {
    file(name) {
      const entry: Entry = { name: encoder.encode(name), crc: 0, compressed: 0, size: 0, offset };
      entries.push(entry);
      const stream = new CompressionStream('deflate-raw');
      const input = stream.writable.getWriter();
      const output = stream.readable.getReader();
      let crc = 0xffffffff;
      const done = (async () => {
        await put(localHeader(entry));
        for (;;) {
          const { done: ended, value } = await output.read();
          if (ended) return;
          entry.compressed += value.length;
          await put(value as Uint8Array<ArrayBuffer>);
        }
      })();
      // What fails here is told by the next write, which waits for it.
      done.catch((error: unknown) => void input.abort(error).catch(() => {}));
      return {
        async write(text) {
          const bytes = encoder.encode(text);
          crc = crcOf(bytes, crc);
          entry.size += bytes.length;
          await input.write(bytes);
        },
        async close() {
          await input.close();
          await done;
          entry.crc = (crc ^ 0xffffffff) >>> 0;
          await put(numbers([0x08074b50, 4], [entry.crc, 4], [entry.compressed, 4], [entry.size, 4]));
        },
      };
    },
    async end() {
      const start = offset;
      for (const entry of entries) await put(listed(entry));
      const count = entries.length;
      await put(
        numbers([0x06054b50, 4], [0, 2], [0, 2], [count, 2], [count, 2], [offset - start, 4], [start, 4], [0, 2]),
      );
    },
  };
}

function localHeader({ name }: Entry): Uint8Array<ArrayBuffer> {
  return joined(
    numbers(
      [0x04034b50, 4],
      [version, 2],
      [flags, 2],
      [deflate, 2],
      [0, 2],
      [noDate, 2],
      [0, 4],
      [0, 4],
      [0, 4],
      [name.length, 2],
      [0, 2],
    ),
    name,
  );
}

function listed({ name, crc, compressed, size, offset }: Entry): Uint8Array<ArrayBuffer> {
  return joined(
    numbers(
      [0x02014b50, 4],
      [version, 2],
      [version, 2],
      [flags, 2],
      [deflate, 2],
      [0, 2],
      [noDate, 2],
      [crc, 4],
      [compressed, 4],
      [size, 4],
      [name.length, 2],
      [0, 2],
      [0, 2],
      [0, 2],
      [0, 2],
      [0, 4],
      [offset, 4],
    ),
    name,
  );
}

/** Numbers in little-endian order, each in so many bytes. */
function numbers(...parts: readonly (readonly [value: number, bytes: 2 | 4])[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(parts.reduce((sum, [, size]) => sum + size, 0));
  const view = new DataView(bytes.buffer);
  let at = 0;
  for (const [value, size] of parts) {
    if (size === 2) view.setUint16(at, value, true);
    else view.setUint32(at, value, true);
    at += size;
  }
  return bytes;
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(first.length + second.length);
  bytes.set(first);
  bytes.set(second, first.length);
  return bytes;
}

const crcTable = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value >>> 0;
});

function crcOf(bytes: Uint8Array, before: number): number {
  let crc = before;
  for (const byte of bytes) crc = (crcTable[(crc ^ byte) & 0xff] as number) ^ (crc >>> 8);
  return crc >>> 0;
}
