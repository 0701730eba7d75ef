import type { RecordQuery } from '../../api/queries/records';
import type { Client } from '../../api/wire/client';
import type { Id } from '../../contract/ids';
import type { DwRecord } from '../../contract/records';
import type { ExportColumn, ReferenceForm } from './export-columns';
import { fileStem } from './sinks';
import { type CsvTarget, csvWriter, jsonWriter, type ReadRow, type RowWriter, type Write } from './text-writers';
import { xlsxWriter } from './xlsx-writer';

export const exportFormats = ['csv', 'xlsx', 'json', 'jsonl'] as const;
export type ExportFormat = (typeof exportFormats)[number];

/** All rows of the query, loaded or not; or only rows that are loaded. */
export type ExportRows =
  | { scope: 'matching' /** How many there are, when it is known. */; count: number | null }
  | { scope: 'selection' | 'loaded'; records: readonly DwRecord[] };
export type ExportScope = ExportRows['scope'];

/** What a file is like, whatever its rows are made of. */
export interface FileForm<Row> {
  columns: readonly ExportColumn<Row>[];
  format: ExportFormat;
  /** What each of them is called in the file. */
  headers: readonly string[];
  references: ReferenceForm;
  /** Of CSV. */
  target: CsvTarget;
  /** CSV begins with the mark by which spreadsheets know UTF-8. */
  mark: boolean;
}

/** Everything that decides what a file holds. */
export interface ExportPlan extends FileForm<DwRecord> {
  client: Client;
  query: RecordQuery;
  tableName: string;
  rows: ExportRows;
  /** Rows come in order of record id, which stays stable while a table changes, instead of the order of the query. */
  byRecordId: boolean;
}

export const mediaTypes: Record<ExportFormat, string> = {
  csv: 'text/csv;charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  json: 'application/json',
  jsonl: 'application/x-ndjson',
};

/** @throws RangeError when the format cannot hold that many columns */
export function writerOf<Row>(
  { columns, headers, format, references, target, mark }: FileForm<Row>,
  read: ReadRow<Row>,
  write: Write,
): RowWriter<Row> {
  const options = { columns, headers, references, read, write };
  if (format === 'csv') return csvWriter(options, target, mark);
  if (format === 'xlsx') return xlsxWriter(options);
  return jsonWriter(options, format === 'jsonl');
}

/** A file name from the table and the time, with nothing in it that a file system refuses. */
export function exportFileName(tableName: string, tableId: Id, format: ExportFormat, at: Date): string {
  const two = (value: number): string => String(value).padStart(2, '0');
  const day = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
  return `${fileStem(tableName, tableId)}-${day}-${two(at.getHours())}${two(at.getMinutes())}${two(at.getSeconds())}.${format}`;
}
