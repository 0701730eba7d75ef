import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { extname } from 'node:path';
import type { LinkKind } from '../../../contract/files';
import { vegaPath } from './source';

/**
 * The contents of the demo's files: what lies in `samples/` (origin and licence: `samples/SOURCES.md`), or a data file of a package as it is, named
 * `vega-datasets/…`. A picture is a folder with one file for each size.
 */
export interface Sample {
  mediaType: string;
  bytes: Uint8Array;
}

const require = createRequire(import.meta.url);

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
 * @param ext of the file's name, which says what it is served as
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
  // The file as it stands, from wherever this code was built to.
  return require.resolve(`#samples/${extname(sample) === '' ? `${sample}/${size}.png` : sample}`);
}
