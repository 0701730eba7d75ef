import { readFile } from 'node:fs/promises';
import type { FileBytes, Variant } from '../files/file-bytes';
import { chart, citiesCsv, citiesReport, notes, seriesOf, weatherPage, weatherReport } from './documents';
import { avatar, countryMap, cover, heatMap, type Measure, sheet, stripes, worldMap } from './pictures';
import { sonify } from './sound';
import { vegaPath } from './source';

type Drawing = (detail: string, variant: Variant) => Promise<Uint8Array>;
type Writing = (detail: string) => Promise<FileBytes>;

/** Recipes of pictures: each variant is drawn in its own size. */
const drawings: Record<string, Drawing> = {
  map: (detail, variant) => (detail === 'world' ? worldMap(variant) : countryMap(detail, variant)),
  heat: (detail, variant) => heatMap(detail as Measure, variant),
  stripes: (_detail, variant) => stripes(variant),
  cover,
  avatar: (detail, variant) => avatar(Number(detail), variant),
};

/** Recipes of everything else: the source is the file, every other variant a sheet with its extension. */
const writings: Record<string, Writing> = {
  report: async (detail) => ({
    mediaType: 'application/pdf',
    bytes: await (detail === 'cities' ? citiesReport() : weatherReport()),
  }),
  raw: async (detail) => ({ mediaType: typeOf(detail), bytes: await readFile(vegaPath(detail)) }),
  cities: async (detail) => text('csv', await citiesCsv(detail)),
  chart: async (detail) => text('svg', await chart(detail)),
  page: async () => text('html', await weatherPage()),
  notes: async (detail) => text(detail, notes(detail)),
  sound: async (detail) => ({ mediaType: 'audio/wav', bytes: sonify((await seriesOf(detail)).values) }),
};

const extensions: Record<string, string> = {
  csv: 'text/csv; charset=utf-8',
  html: 'text/html; charset=utf-8',
  json: 'application/json; charset=utf-8',
  md: 'text/markdown; charset=utf-8',
  svg: 'image/svg+xml; charset=utf-8',
  txt: 'text/plain; charset=utf-8',
};

/** What the recipes of `writings` make. */
const made: Record<string, string> = { report: 'pdf', cities: 'csv', chart: 'svg', page: 'html', sound: 'wav' };

/**
 * Makes a file from its recipe, `kind:detail`.
 * @throws Error when no recipe is called so
 */
export async function renderSeedFile(recipe: string, variant: Variant): Promise<FileBytes> {
  const colon = recipe.indexOf(':');
  const kind = recipe.slice(0, colon);
  const detail = recipe.slice(colon + 1);
  const draw = drawings[kind];
  if (draw) return { mediaType: 'image/png', bytes: await draw(detail, variant) };
  const write = writings[kind];
  if (!write) throw new Error(`no recipe "${recipe}"`);
  // A drawing of lines is as good in every size.
  if (variant === 'source' || kind === 'chart') return write(detail);
  const ext = made[kind] ?? detail.slice(detail.lastIndexOf('.') + 1);
  return { mediaType: 'image/png', bytes: await sheet(ext, variant) };
}

function typeOf(name: string): string {
  return extensions[name.slice(name.lastIndexOf('.') + 1)] ?? 'application/octet-stream';
}

function text(ext: string, content: string): FileBytes {
  return { mediaType: extensions[ext] ?? 'text/plain; charset=utf-8', bytes: new TextEncoder().encode(content) };
}
