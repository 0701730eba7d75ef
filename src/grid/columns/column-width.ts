import { isAnyJson, isLongText, isNumber } from '../../contract/field-kinds';
import type { DwRecord } from '../../contract/records';
import { type CellWords, cellKinds, textOfValue } from '../cells/kinds';
import { cellValue, type GridColumn, recordColumnId } from './columns-of';

export const minimumWidth = 60;
export const maximumWidth = 1200;

/** A width that a column may have, in whole px. */
export function boundedWidth(width: number): number {
  return Math.round(Math.min(maximumWidth, Math.max(minimumWidth, width)));
}

/**
 * The width of a column until it is changed: by type, wide enough for its name and most seen values. Meant to be measured once: a column that grows while pages
 * load would jump.
 */
export function defaultWidth(column: GridColumn): number {
  if (column.id === recordColumnId) return 152;
  // Beside it are the type's icon and, at times, an arrow.
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

/** So many characters of a text count: no column becomes wider than the maximum anyway. */
const charactersMax = 200;

/** What a text takes in px; texts of the head are bold. */
export type MeasureText = (text: string, where: 'head' | 'cell' | 'id') => number;

/** The width that shows the name of a column and everything that was read of it, within bounds. */
export function fittingWidth(
  column: GridColumn,
  label: string,
  records: Iterable<DwRecord>,
  words: CellWords,
  measure: MeasureText,
): number {
  // Beside the name are the type's icon, an arrow if sorted, and the menu button.
  let widest = measure(label, 'head') + 68;
  const seen = new Set<string>();
  for (const record of records) {
    const text = textOfValue(cellValue(record, column.id), column, words).slice(0, charactersMax);
    if (seen.has(text)) continue;
    seen.add(text);
    const width = measure(text, column.id === recordColumnId ? 'id' : 'cell') + cellKinds[column.kind].padding;
    if (width > widest) widest = width;
  }
  return boundedWidth(Math.ceil(widest));
}

/** Measures as the grid draws, without laying anything out. */
export function measureIn(element: HTMLElement): MeasureText {
  const context = document.createElement('canvas').getContext('2d');
  const style = getComputedStyle(element);
  const fonts = {
    head: `600 12px ${style.getPropertyValue('--font')}`,
    cell: `12.5px ${style.getPropertyValue('--font')}`,
    id: `11.5px ${style.getPropertyValue('--mono')}`,
  };
  return (text, where) => {
    if (!context) return text.length * 7.5;
    context.font = fonts[where];
    return context.measureText(text).width;
  };
}
