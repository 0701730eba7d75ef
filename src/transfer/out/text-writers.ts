import { formatJson, type Json } from '../../contract/json';
import type { DwRecord } from '../../contract/records';
import { csvCell, csvLine } from '../../edits/csv-writer';
import type { ExportColumn } from './export-columns';
import { exportText, type ReferenceForm, withoutLinks } from './export-columns';

/** Takes what is written, in order; done when more may come. */
export type Write = (chunk: string | Uint8Array<ArrayBuffer>) => Promise<void>;

/** The values of a row in the order of the columns; undefined where a field is missing. What it gives holds good until the next row is read. */
export type ReadRow<Row> = (row: Row) => readonly (Json | undefined)[];

/** Writes records as a file, page by page. */
export interface RowWriter<Row> {
  begin(): Promise<void>;
  add(rows: readonly Row[]): Promise<void>;
  end(): Promise<void>;
  /** Cells that the format could not hold whole. */
  cut(): number;
}

export interface WriterOptions<Row> {
  columns: readonly ExportColumn<Row>[];
  /** One for each column, all different. */
  headers: readonly string[];
  references: ReferenceForm;
  read: ReadRow<Row>;
  write: Write;
}

const none = (): number => 0;

/** Who reads a CSV file: spreadsheets, which run texts that look like formulas, or other programs, which take every text as it stands. */
export const csvTargets = ['spreadsheets', 'programs'] as const;
export type CsvTarget = (typeof csvTargets)[number];

/**
 * CSV (RFC 4180), guarded against formulas for spreadsheets.
 * @param mark whether the file begins with the mark by which spreadsheets know UTF-8
 */
export function csvWriter<Row>(
  { columns, headers, references, read, write }: WriterOptions<Row>,
  target: CsvTarget,
  mark: boolean,
): RowWriter<Row> {
  const isGuarded = target === 'spreadsheets';
  return {
    begin: () => write((mark ? '\uFEFF' : '') + csvLine(headers, isGuarded)),
    async add(rows) {
      let text = '';
      for (const row of rows) {
        for (const [index, value] of read(row).entries()) {
          if (index > 0) text += ',';
          // A number or a switch has nothing in it that needs quotes or a guard, and an empty cell nothing at all.
          if (typeof value === 'number' || typeof value === 'boolean') text += value;
          else if (value !== null && value !== undefined) {
            const { kind, config } = columns[index] as ExportColumn<Row>;
            text += csvCell(exportText(value, kind, config, references), isGuarded);
          }
        }
        text += '\r\n';
      }
      await write(text);
    },
    end: async () => {},
    cut: none,
  };
}

/** An array of objects, or one object a line; a field that is missing is missing there too, and integers of any size keep their digits. */
export function jsonWriter<Row>({ columns, headers, read, write }: WriterOptions<Row>, lines: boolean): RowWriter<Row> {
  let empty = true;
  const objectOf = (row: Row): string => {
    const entries: [string, Json][] = [];
    for (const [index, held] of read(row).entries()) {
      const { kind, isExact } = columns[index] as ExportColumn<Row>;
      const value = isExact ? held : withoutLinks(held, kind);
      if (value !== undefined) entries.push([headers[index] as string, value]);
    }
    return formatJson(Object.fromEntries(entries));
  };
  return {
    begin: () => write(lines ? '' : '['),
    async add(rows) {
      let text = '';
      for (const row of rows) {
        if (lines) text += `${objectOf(row)}\n`;
        else text += `${empty ? '' : ','}\n${objectOf(row)}`;
        empty = false;
      }
      await write(text);
    },
    end: () => write(lines ? '' : '\n]\n'),
    cut: none,
  };
}

/**
 * Reads records. To look up a field by its id takes ten times as long as to take it by its place, and records of a table mostly have the same fields in the
 * same order: the first of several is looked up, the others are taken.
 */
export function rowReader(columns: readonly ExportColumn[]): ReadRow<DwRecord> {
  const row: (Json | undefined)[] = columns.map(() => undefined);
  let fields: string[] = [];
  /** Of each column among `fields`; null until a second record has them. */
  let places: (number | undefined)[] | null = null;

  function lookUp(record: DwRecord): void {
    for (const [index, column] of columns.entries()) row[index] = column.valueOf(record);
  }

  function take(record: DwRecord, from: readonly (number | undefined)[]): void {
    const values = Object.values(record.fields);
    for (let index = 0; index < row.length; index += 1) {
      const place = from[index];
      row[index] = place === undefined ? columns[index]?.valueOf(record) : values[place];
    }
  }

  return (record) => {
    const keys = Object.keys(record.fields);
    if (sameTexts(keys, fields)) {
      places ??= placesOf(columns, keys);
      take(record, places);
    } else {
      fields = keys;
      places = null;
      lookUp(record);
    }
    return row;
  };
}

function placesOf(columns: readonly ExportColumn[], fields: readonly string[]): (number | undefined)[] {
  const places = new Map(fields.map((id, place) => [id, place]));
  return columns.map(({ id }) => places.get(id));
}

function sameTexts(a: readonly string[], b: readonly string[]): boolean {
  if (a.length !== b.length) return false;
  for (let index = 0; index < a.length; index += 1) if (a[index] !== b[index]) return false;
  return true;
}
