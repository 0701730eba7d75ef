import type { FieldKind } from '../../contract/fields';
import { type GridColumn, recordColumnId } from './columns-of';

export const minimumWidth = 60;
export const maximumWidth = 1200;

/** A width that a column may have, in whole px. */
export function boundedWidth(width: number): number {
  return Math.round(Math.min(maximumWidth, Math.max(minimumWidth, width)));
}

const widthOfKind: Record<FieldKind, number> = {
  text: 130,
  'long-text': 240,
  number: 110,
  date: 164,
  switch: 90,
  option: 110,
  user: 140,
  relation: 160,
  file: 150,
  location: 200,
  json: 200,
};

/**
 * The width a column has until somebody changes it: by kind, wide enough for its name and for most of the words that were seen. Meant to be taken once:
 * a column that grows while pages come in would jump.
 */
export function defaultWidth(column: GridColumn): number {
  if (column.id === recordColumnId) return 152;
  // Beside it stand the sign of the kind and, at times, an arrow.
  const name = (column.name ?? column.id).length * 7.3 + 42;
  const least = widthOfKind[column.kind];
  const wanted = Math.max(least, Math.min(260, name), Math.min(280, usualLength(column) * 7 + chrome[column.kind]));
  return Math.round(wanted);
}

/** What chips and signs add to a word, in px. */
const chrome: Record<FieldKind, number> = {
  text: 24,
  'long-text': 24,
  number: 24,
  date: 24,
  switch: 24,
  option: 40,
  user: 50,
  relation: 30,
  file: 44,
  location: 24,
  json: 24,
};

/** What a cell of a kind takes beside its words, in px: its padding, chips and signs. */
export function chromeOf(kind: FieldKind): number {
  return chrome[kind];
}

/** Numbers that are looked at for a width. */
const numbersMax = 100;

/** The length that nine in ten of the words or numbers seen keep to, in characters. */
function usualLength({ profile, kind }: GridColumn): number {
  if (!profile || kind === 'long-text' || kind === 'json') return 0;
  const { words, measures } = profile;
  const seen = kind === 'number' ? measures.numbers.slice(0, numbersMax).map(String) : [...words.keys()];
  const lengths = seen.map((word) => word.length).sort((a, b) => a - b);
  return lengths[Math.floor(lengths.length * 0.9)] ?? 0;
}
