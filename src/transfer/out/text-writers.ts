import { formatJson, type Json } from '../../contract/json';
import type { DwRecord } from '../../contract/records';
import { csvCell, csvLine } from '../../edits/csv';
import { exportText, type ReferenceForm, withoutLinks } from './cell-form';
import type { ExportColumn } from './export-columns';

/** Takes what is written, in order; done when more may come. */
export type Write = (chunk: string | Uint8Array<ArrayBuffer>) => Promise<void>;

/** Writes records as a file, page by page. */
export interface RowWriter {
  begin(): Promise<void>;
  add(records: readonly DwRecord[]): Promise<void>;
  end(): Promise<void>;
  /** Cells that the format could not hold whole. */
  cut(): number;
}

export interface WriterOptions {
  columns: readonly ExportColumn[];
  /** One for each column, all different. */
  headers: readonly string[];
  references: ReferenceForm;
  write: Write;
}

const none = (): number => 0;

/** CSV (RFC 4180). @param mark whether the file begins with the mark by which spreadsheets know UTF-8 */
export function csvWriter({ columns, headers, references, write }: WriterOptions, mark: boolean): RowWriter {
  const [first] = columns;
  const cell = (column: ExportColumn, record: DwRecord): string => {
    const value = column.valueOf(record);
    // A number or a switch has nothing in it that needs quotes or a guard, and an empty cell nothing at all.
    if (typeof value === 'number' || typeof value === 'boolean') return `${value}`;
    if (value === null || value === undefined) return '';
    return csvCell(exportText(value, column.kind, column.config, references));
  };
  const line = (record: DwRecord): string => {
    let text = '';
    for (const column of columns) text += column === first ? cell(column, record) : `,${cell(column, record)}`;
    return `${text}\r\n`;
  };
  return {
    begin: () => write((mark ? '\uFEFF' : '') + csvLine(headers)),
    add: (records) => write(records.map(line).join('')),
    end: async () => {},
    cut: none,
  };
}

/** An array of objects, or one object a line; a field that is missing is missing there too, and integers of any size keep their digits. */
export function jsonWriter({ columns, headers, write }: WriterOptions, lines: boolean): RowWriter {
  let empty = true;
  const objectOf = (record: DwRecord): string => {
    const entries: [string, Json][] = [];
    for (const [index, column] of columns.entries()) {
      const value = withoutLinks(column.valueOf(record), column.kind);
      if (value !== undefined) entries.push([headers[index] as string, value]);
    }
    return formatJson(Object.fromEntries(entries));
  };
  return {
    begin: () => write(lines ? '' : '['),
    async add(records) {
      let text = '';
      for (const record of records) {
        if (lines) text += `${objectOf(record)}\n`;
        else text += `${empty ? '' : ','}\n${objectOf(record)}`;
        empty = false;
      }
      await write(text);
    },
    end: () => write(lines ? '' : '\n]\n'),
    cut: none,
  };
}
