import type { DwRecord } from '../../contract/records';
import { type CellWords, cellKinds } from '../cells/kinds';
import { nameOfValue } from '../profile/name-of-value';
import { boundedWidth } from './column-width';
import { cellValue, type GridColumn, recordColumnId } from './columns-of';

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
  // Beside the name stand the sign of its kind, an arrow when it is ordered by, and the button of its menu.
  let widest = measure(label, 'head') + 68;
  const seen = new Set<string>();
  for (const record of records) {
    const text = nameOfValue(cellValue(record, column.id), column, words).slice(0, charactersMax);
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
