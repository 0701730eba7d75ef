import { isStructure } from '../../contract/field-kinds';
import type { Json } from '../../contract/json';
import { cellText } from '../../edits/cell-text';
import { referencesOf } from '../../edits/same-value';
import type { CellWords } from '../cells/kinds';
import type { GridColumn } from '../columns/columns-of';
import { previewOf, previewOfJson } from './preview';

const entriesMax = 8;

/** A value as it is read out: the words of its cell, no more of a large value than of a small one. */
export function nameOfValue(
  value: Json | undefined,
  { kind, config }: Pick<GridColumn, 'kind' | 'config'>,
  words: CellWords,
): string {
  if (value === undefined) return words.missing;
  if (value === null) return words.null;
  if (value === '' || (Array.isArray(value) && value.length === 0)) return words.empty;
  if (typeof value === 'string') return previewOf(value);
  if (typeof value === 'boolean') return value ? words.yes : words.no;
  if (typeof value !== 'object') return String(value);
  const start = Array.isArray(value) ? value.slice(0, entriesMax) : value;
  const named = !isStructure(kind) && referencesOf(start) !== null;
  return named ? previewOf(cellText(start, kind, config ?? undefined)) : previewOfJson(value);
}
