import { ZipWriter } from '@zip.js/zip.js/lib/zip-core-custom.js';
import type { Write } from './text-writers';

/** An archive that is written as it grows: what is in it is compressed by the browser, off the main thread, and never held as a whole. */
export interface Zip {
  /** Begins a file; one at a time. */
  file(name: string): { write(text: string): Promise<void>; close(): Promise<void> };
  /** The list of files, by which the archive ends. */
  end(): Promise<void>;
}

/** Sizes and places are written in 32 bits, which every program reads. */
const zipBytesMax = 2 ** 32 - 1;
/** A file's time is in its manifest. */
const noDate = new Date(1980, 0, 1);

/** @throws RangeError when the archive would pass 4 GB */
export function createZip(write: Write): Zip {
  const encoder = new TextEncoder();
  let bytes = 0;
  const output = new WritableStream<Uint8Array<ArrayBuffer>>({
    async write(chunk) {
      bytes += chunk.length;
      if (bytes > zipBytesMax) throw new RangeError('an archive holds at most 4 GB');
      await write(chunk);
    },
  });
  // The page's policy allows no blob workers; the browser compresses off the main thread on its own.
  const zip = new ZipWriter(output, {
    useWebWorkers: false,
    zip64: false,
    extendedTimestamp: false,
    lastModDate: noDate,
  });
  return {
    file(name) {
      const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
      const input = writable.getWriter();
      const done = zip.add(name, readable);
      // Errors here are reported by the next write.
      done.catch((error: unknown) => void input.abort(error).catch(() => {}));
      return {
        write: (text) => input.write(encoder.encode(text)),
        async close() {
          await input.close();
          await done;
        },
      };
    },
    async end() {
      await zip.close();
    },
  };
}
