/** Values of a column as Arrow, for the engine. */

import {
  batchType,
  bool,
  Column,
  columnFromArray,
  type DataType,
  dateDay,
  float64,
  int64,
  list,
  utf8,
} from '@uwdata/flechette';
import type { Cell } from '../engine/answer';

const encoder = new TextEncoder();

/** @param engineType of the table's column; integers and decimals beyond 64 bits go as texts, which the engine reads exactly */
export function arrowColumn(cells: readonly (Cell | undefined)[], engineType: string): Column<unknown> {
  switch (engineType) {
    case 'BIGINT':
    case 'TIMESTAMP':
      return columnFromArray(cells as unknown[], int64());
    case 'DOUBLE':
      return columnFromArray(cells as unknown[], float64());
    case 'BOOLEAN':
      return columnFromArray(cells as unknown[], bool());
    case 'DATE':
      return columnFromArray(cells as unknown[], dateDay());
    case 'VARCHAR[]':
      return listColumn(cells as readonly (readonly string[] | null | undefined)[]);
    default:
      return textColumn(cells);
  }
}

/** All texts become bytes at once: one by one, as the library does it, takes most of the time of loading. */
function textColumn(cells: readonly (Cell | undefined)[]): Column<unknown> {
  const texts = cells.map((cell) => (cell === undefined || cell === null ? '' : String(cell)));
  const joined = texts.join('');
  const values = encoder.encode(joined);
  const length = values.length === joined.length ? (text: string) => text.length : bytesOf;
  return columnOf(utf8(), { ...validityOf(cells), offsets: offsetsOf(texts, length), values });
}

function listColumn(cells: readonly (readonly string[] | null | undefined)[]): Column<unknown> {
  const type = list(utf8());
  const entries = textColumn(cells.flatMap((cell) => cell ?? []));
  const offsets = offsetsOf(cells, (cell) => cell?.length ?? 0);
  return columnOf(type, { ...validityOf(cells), offsets, children: [entries.data[0]] });
}

function columnOf(type: DataType, parts: object): Column<unknown> {
  const Batch = batchType(type) as new (parts: object) => Column<unknown>['data'][number];
  return new Column([new Batch({ type, ...parts })], type);
}

/** Bytes of a text in UTF-8. */
function bytesOf(text: string): number {
  let bytes = text.length;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    // Each half of a pair is two of its four bytes.
    if (unit > 0x7f) bytes += unit < 0x800 || (unit >= 0xd800 && unit < 0xe000) ? 1 : 2;
  }
  return bytes;
}

function offsetsOf<Value>(values: readonly Value[], length: (value: Value) => number): Int32Array {
  const offsets = new Int32Array(values.length + 1);
  let end = 0;
  for (let index = 0; index < values.length; index += 1) {
    end += length(values[index] as Value);
    offsets[index + 1] = end;
  }
  return offsets;
}

function validityOf(cells: readonly unknown[]) {
  const validity = new Uint8Array(Math.ceil(cells.length / 8));
  let nullCount = 0;
  for (let index = 0; index < cells.length; index += 1) {
    if (cells[index] === undefined || cells[index] === null) nullCount += 1;
    else validity[index >> 3] = (validity[index >> 3] as number) | (1 << (index % 8));
  }
  return { length: cells.length, nullCount, validity };
}
