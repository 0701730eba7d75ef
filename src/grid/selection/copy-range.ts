import { formatJson, type Json } from '../../contract/json';
import type { DwRecord } from '../../contract/records';
import { cellText } from '../../edits/cell-text';
import { csvLine, formatTsv } from '../../edits/csv';
import type { Drafts } from '../../edits/drafts';
import { guardText } from '../../edits/formula-guard';
import type { GridColumn } from '../columns/columns-of';
import { currentValue } from '../edit/current-value';
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
  /** Whether tab-separated text is guarded against formulas, as CSV is: where no table goes beside it that tells spreadsheets what is text. */
  guarded?: boolean;
}

/** The writer of a format. JSON is an array of objects by field id, without the fields that are missing; integers of any size keep their digits. */
export function copyWriter(
  format: CopyFormat,
  { columns, drafts, label, names, guarded = false }: CopyOptions,
): CopyWriter {
  if (format === 'json') {
    return {
      head: '[',
      record: (record, first) => `${first ? '' : ','}\n${formatJson(objectOf(record, columns, drafts))}`,
      tail: (empty) => (empty ? ']\n' : '\n]\n'),
    };
  }
  const tsvLine = (cells: readonly string[]) => formatTsv([guarded ? cells.map(guardText) : cells]);
  const line = format === 'csv' ? csvLine : tsvLine;
  return {
    head: format === 'csv' || names ? line(columns.map(label)) : '',
    record: (record) =>
      line(
        columns.map((column) =>
          cellText(currentValue(drafts, record, column.id), column.kind, column.config ?? undefined),
        ),
      ),
    tail: () => '',
  };
}

function objectOf(record: DwRecord, columns: readonly GridColumn[], drafts: Drafts): { [key: string]: Json } {
  const entries: [string, Json][] = [];
  for (const { id } of columns) {
    const value = currentValue(drafts, record, id);
    if (value !== undefined) entries.push([id, value]);
  }
  return Object.fromEntries(entries);
}

/**
 * A range as text, with drafts in place of what was read.
 * @param names whether tab-separated text begins with a line of names, as CSV does
 * @returns the rows in it; those that were not read are left out, and counted by whoever knows how many rows there are
 */
export function copyRange(
  rectangle: Rectangle,
  source: RangeSource,
  format: CopyFormat,
  label: (column: GridColumn) => string,
  names = false,
): { text: string; rows: number } {
  const columns = source.columns.slice(rectangle.left, rectangle.right + 1);
  const writer = copyWriter(format, { columns, drafts: source.drafts, label, names });
  const parts: string[] = [writer.head];
  let rows = 0;
  for (const { record } of readRows(rectangle.top, Math.min(rectangle.bottom, source.rows - 1), source.recordAt)) {
    parts.push(writer.record(record, rows === 0));
    rows += 1;
  }
  parts.push(writer.tail(rows === 0));
  if (format !== 'tsv' || names || rows !== 1 || columns.length !== 1) return { text: parts.join(''), rows };
  // One cell goes into a text field as it is, without quotes or a line end.
  const [only] = readRows(rectangle.top, rectangle.bottom, source.recordAt);
  const [column] = columns;
  if (!only || !column) return { text: '', rows };
  return {
    text: cellText(currentValue(source.drafts, only.record, column.id), column.kind, column.config ?? undefined),
    rows,
  };
}
