import { type FieldKind, isDate, isNumber } from '../../contract/field-kinds';
import { formatJson, type Json } from '../../contract/json';
import type { DwRecord } from '../../contract/records';
import { copiedMark, csvLine, formatTsv, guardCsv, guardText, tsvCell, tsvLine } from '../../edits/csv-writer';
import { type Drafts, isNewRecord } from '../../edits/drafts';
import type { GridColumn } from '../columns/columns-of';
import { currentText, currentValue } from '../edit/cell-edits';
import type { RangeSource } from '../edit/range-edits';
import { readRows } from '../rows/read-rows';
import type { Rectangle } from './selection';

/** How cells are written for the clipboard or a file: for spreadsheets, as a file of values, or exact and by field id. */
export const copyFormats = ['tsv', 'csv', 'json'] as const;
export type CopyFormat = (typeof copyFormats)[number];

/** Writes records one by one, so that a large table need not be held as one text. */
export interface CopyWriter {
  head: string;
  /** @param first whether no record was written before */
  record(record: DwRecord, first: boolean): string;
  /** @param empty whether no record was written at all */
  tail(empty: boolean): string;
}

interface CopyOptions {
  columns: readonly GridColumn[];
  drafts: Drafts;
  /** What a column is called in the line of names. */
  label(column: GridColumn): string;
  /** Whether tab-separated text begins with a line of names, as CSV does. */
  names: boolean;
}

/** The writer of a format. JSON is an array of objects by field id, without the fields that are missing; integers of any size keep their digits. */
export function copyWriter(format: CopyFormat, { columns, drafts, label, names }: CopyOptions): CopyWriter {
  if (format === 'json') {
    return {
      head: '[',
      record: (record, first) => `${first ? '' : ','}\n${formatJson(objectOf(record, columns, drafts))}`,
      tail: (empty) => (empty ? ']\n' : '\n]\n'),
    };
  }
  // No HTML table beside it marks text for spreadsheets: it is guarded against formulas, like CSV.
  const line = (cells: readonly string[]) => (format === 'csv' ? csvLine(cells) : tsvLine(cells.map(guardCsv)));
  return {
    head: format === 'csv' || names ? line(columns.map(label)) : '',
    record: (record) => line(columns.map((column) => textOf(drafts, record, column))),
    tail: () => '',
  };
}

/** A record that is to be created has no ID and no times yet: the name of its draft is this browser's own. */
function isUnset({ item_id }: DwRecord, { source }: GridColumn): boolean {
  return source === 'system' && isNewRecord(item_id);
}

function textOf(drafts: Drafts, record: DwRecord, column: GridColumn): string {
  return isUnset(record, column) ? '' : currentText(drafts, record, column);
}

function objectOf(record: DwRecord, columns: readonly GridColumn[], drafts: Drafts): { [key: string]: Json } {
  const entries: [string, Json][] = [];
  for (const column of columns) {
    const value = isUnset(record, column) ? undefined : currentValue(drafts, record, column.id);
    if (value !== undefined) entries.push([column.id, value]);
  }
  return Object.fromEntries(entries);
}

/**
 * A range for the clipboard, with drafts in place of loaded values.
 * @param names whether TSV begins with a line of names, like CSV
 * @returns also its rows; unloaded ones are omitted, and counted by the caller
 */
export function copyRange(
  rectangle: Rectangle,
  source: RangeSource,
  format: CopyFormat,
  label: (column: GridColumn) => string,
  names = false,
): Copied & { rows: number } {
  const { columns: all, drafts, recordAt } = source;
  const columns = all.slice(rectangle.left, rectangle.right + 1);
  const bottom = Math.min(rectangle.bottom, source.rows - 1);
  const records = Array.from(readRows(rectangle.top, bottom, recordAt), ({ record }) => record);
  const rows = records.length;
  if (format === 'tsv') {
    const cells = records.map((record) => columns.map((column) => textOf(drafts, record, column)));
    const kinds = columns.map(({ kind }) => kind);
    return { ...clipboardCells(names ? [columns.map(label), ...cells] : cells, kinds), rows };
  }
  const writer = copyWriter(format, { columns, drafts, label, names });
  const lines = records.map((record, index) => writer.record(record, index === 0));
  return { text: [writer.head, ...lines, writer.tail(rows === 0)].join(''), html: null, rows };
}

/** A number that a spreadsheet holds with all of its digits: it has fifteen. */
const exactNumber = /^-?(?=(?:\D*\d){1,15}\D*$)\d+(?:\.\d+)?$/;
const marks: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
/** Text in Excel, and in LibreOffice: without it both read a record id as a number and write its last digits as zeros. */
const asText = ` style="mso-number-format:'\\@'" sdnum="1033;1033;@"`;

/** What goes to the clipboard: the cells as text, and for spreadsheets as a table that keeps their digits. */
export interface Copied {
  text: string;
  /** Null where the text is no cells. */
  html: string | null;
}

/**
 * Cells for the clipboard. Several of them are what programs paste as cells, also without the table: their text holds nothing that a spreadsheet would
 * run. A single one goes into text fields: without guard or a line end, and without quotes unless it would be several cells. Pure.
 * @param kinds of the columns, from left to right
 */
export function clipboardCells(rows: readonly (readonly string[])[], kinds: readonly FieldKind[]): Copied {
  const single = rows.length === 1 && kinds.length === 1 ? rows[0]?.[0] : undefined;
  const text = single === undefined ? formatTsv(rows.map((row) => row.map(guardText))) : tsvCell(single);
  return { text, html: tableHtml(rows, kinds) };
}

/** Cells as a table for spreadsheets, which read plain text as if it were typed. Columns of days and numbers are left to the spreadsheet, where it has all their digits and would not run them. */
function tableHtml(rows: readonly (readonly string[])[], kinds: readonly FieldKind[]): string {
  const lines = rows.map((row) => `<tr>${row.map((cell, column) => cellHtml(cell, kinds[column])).join('')}</tr>`);
  return `<meta charset="utf-8"><table ${copiedMark}>${lines.join('')}</table>`;
}

function cellHtml(cell: string, kind: FieldKind | undefined): string {
  const isDay = kind !== undefined && isDate(kind) && guardText(cell) === cell;
  const free = cell === '' || isDay || (kind !== undefined && isNumber(kind) && exactNumber.test(cell));
  const shown = cell
    .replace(/[&<>"]/g, (mark) => marks[mark] ?? mark)
    .replaceAll('\r', '&#13;')
    .replaceAll('\n', `<br style="mso-data-placement:same-cell">`);
  return `<td${free ? '' : asText}>${shown}</td>`;
}
