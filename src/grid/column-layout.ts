import type { FieldKind } from '../contract/fields';
import type { GridColumn } from './columns-of';

/** A column where it stands. */
export interface LaidColumn {
  column: GridColumn;
  /** Its place among the visible columns, from 0. */
  index: number;
  /** Distance of its left edge from the left edge of the row, and its width, in px. */
  left: number;
  width: number;
  /** It stays where it is when the grid scrolls sideways. */
  pinned: boolean;
}

/** What a person chose for the columns of a table. */
export interface ColumnChoice {
  /** Shown (true) or hidden (false) by hand; the others are at their default. */
  shown: Readonly<Record<string, boolean>>;
  widths: Readonly<Record<string, number>>;
}

export const noChoice: ColumnChoice = { shown: {}, widths: {} };

export const minimumWidth = 60;
export const maximumWidth = 1200;
/** Width of the column of row numbers. */
export const rowNumberWidth = 56;

const widthOfKind: Record<FieldKind, number> = {
  text: 164,
  'long-text': 240,
  number: 110,
  date: 160,
  switch: 90,
  option: 130,
  user: 140,
  relation: 160,
  file: 150,
  location: 200,
  json: 200,
};

/** What is not shown until somebody asks for it: it is about the row, not about the data. */
const hiddenAtFirst = new Set(['created_on', 'created_by', 'updated_by']);

/** Whether a column is shown, by choice or by default. */
export function isShown(id: string, choice: ColumnChoice): boolean {
  return choice.shown[id] ?? !hiddenAtFirst.has(id);
}

/** The width a column has until somebody changes it: by kind, and wide enough for its name. */
export function defaultWidth(column: GridColumn): number {
  if (column.id === 'item_id') return 190;
  const name = Math.min(260, (column.name ?? column.id).length * 7.5 + 30);
  return Math.max(widthOfKind[column.kind], Math.round(name));
}
