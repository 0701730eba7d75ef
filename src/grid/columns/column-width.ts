import { isAnyJson, isLongText, isNumber } from '../../contract/field-kinds';
import { cellKinds } from '../cells/kinds';
import { type GridColumn, recordColumnId } from './columns-of';

export const minimumWidth = 60;
export const maximumWidth = 1200;

/** A width that a column may have, in whole px. */
export function boundedWidth(width: number): number {
  return Math.round(Math.min(maximumWidth, Math.max(minimumWidth, width)));
}

/**
 * The width a column has until somebody changes it: by kind, wide enough for its name and for most of the words that were seen. Meant to be taken once:
 * a column that grows while pages come in would jump.
 */
export function defaultWidth(column: GridColumn): number {
  if (column.id === recordColumnId) return 152;
  // Beside it stand the sign of the kind and, at times, an arrow.
  const name = (column.name ?? column.id).length * 7.3 + 42;
  const { width, padding } = cellKinds[column.kind];
  const wanted = Math.max(width, Math.min(260, name), Math.min(280, usualLength(column) * 7 + padding));
  return Math.round(wanted);
}

/** Numbers that are looked at for a width. */
const numbersMax = 100;

/** The length that nine in ten of the words or numbers seen keep to, in characters. */
function usualLength({ profile, kind }: GridColumn): number {
  if (!profile || isLongText(kind) || isAnyJson(kind)) return 0;
  const { words, measures } = profile;
  const seen = isNumber(kind) ? measures.numbers.slice(0, numbersMax).map(String) : [...words.keys()];
  const lengths = seen.map((word) => word.length).sort((a, b) => a - b);
  return lengths[Math.floor(lengths.length * 0.9)] ?? 0;
}
