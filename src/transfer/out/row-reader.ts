import type { Json } from '../../contract/json';
import type { DwRecord } from '../../contract/records';
import type { ExportColumn } from './export-columns';

/**
 * The values of records in the order of the columns; undefined where a field is missing. To look up a field by its id takes ten times as long as to take
 * it by its place, and records of a table mostly have the same fields in the same order: the first of several is looked up, the others are taken.
 * @returns a reader of one record; what it gives holds good until the next one is read
 */
export function rowReader(columns: readonly ExportColumn[]): (record: DwRecord) => readonly (Json | undefined)[] {
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
