import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { extname } from 'node:path';
import { createBrotliDecompress } from 'node:zlib';
import type { LinkKind } from '../../../contract/files';
import { once } from './define';

const require = createRequire(import.meta.url);

/**
 * The entries of a data set in `samples/data/`, which has a line of JSON for each, in pieces as they are read: parsing a large one at once would block
 * everything else for half a second. Origin and licence: `samples/SOURCES.md`.
 */
export async function* readEntries<T>(name: string): AsyncGenerator<T[]> {
  const file = createReadStream(require.resolve(`#samples/data/${name}.ndjson.br`));
  const text = file.pipe(createBrotliDecompress()).setEncoding('utf8');
  file.on('error', (error) => text.destroy(error));
  let rest = '';
  for await (const chunk of text) {
    rest += chunk as string;
    const cut = rest.lastIndexOf('\n');
    if (cut < 0) continue;
    yield JSON.parse(`[${rest.slice(0, cut).replaceAll('\n', ',')}]`) as T[];
    rest = rest.slice(cut + 1);
  }
}

/** All entries of a data set, read once for all who ask. */
export function allEntries<T>(name: string): () => Promise<readonly T[]> {
  return once(async () => {
    const pieces: T[][] = [];
    for await (const piece of readEntries<T>(name)) pieces.push(piece);
    return pieces.flat();
  });
}

/** The contents of the demo's files: what lies in `samples/`. A picture is a folder with one file for each size. */
export interface Sample {
  mediaType: string;
  bytes: Uint8Array;
}

const mediaTypes: Record<string, string> = {
  csv: 'text/csv; charset=utf-8',
  html: 'text/html; charset=utf-8',
  json: 'application/json; charset=utf-8',
  md: 'text/markdown; charset=utf-8',
  pdf: 'application/pdf',
  png: 'image/png',
  svg: 'image/svg+xml; charset=utf-8',
  txt: 'text/plain; charset=utf-8',
  wav: 'audio/wav',
};

/**
 * A sample in one of the variants of a link (2.6).
 * @param ext of the file's name, which determines its media type
 * @throws Error when there is no such sample
 */
export async function readSample(sample: string, ext: string, variant: LinkKind): Promise<Sample> {
  const whole = variant === 'source' || variant === 'download';
  // Of what is no picture the smaller variants are a sheet with its extension.
  const name = whole || ext === 'png' || ext === 'svg' ? sample : `sheets/${ext}.png`;
  const bytes = await readFile(samplePath(name, whole ? 'large' : variant));
  return { mediaType: mediaTypes[name === sample ? ext : 'png'] ?? 'application/octet-stream', bytes };
}

/** Where a sample lies, a picture in one of its sizes. @throws Error when there is no such sample */
export function samplePath(sample: string, size: Exclude<LinkKind, 'source' | 'download'> = 'large'): string {
  // The original file, from wherever this code was built to.
  return require.resolve(`#samples/${extname(sample) === '' ? `${sample}/${size}.png` : sample}`);
}
