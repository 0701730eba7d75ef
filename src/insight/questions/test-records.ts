/** Records as a table may hold them, hostile ones among them, and what figures of them are by plain JavaScript. */

import fc from 'fast-check';
import { isEmptyValue, type Json, type JsonObject } from '../../contract/json';
import type { DwRecord } from '../../contract/records';
import type { Cell, Engine } from '../engine/answer';
import type { InputColumn } from '../snapshot/encode';
import type { Source } from '../snapshot/snapshot-column';
import { predicateOf, type Selection } from './selection';

export const testColumns: InputColumn[] = [
  { id: 'txt', label: 'Title; "x" %', kind: 'text' },
  { id: 'num', label: 'Count', kind: 'number' },
  { id: 'dec', label: "Price's", kind: 'number' },
  { id: 'dbl', label: 'Ratio', kind: 'number' },
  { id: 'day', label: 'Day', kind: 'date' },
  { id: 'at', label: 'At', kind: 'date' },
  { id: 'yes', label: 'Yes', kind: 'switch' },
  { id: 'opt', label: 'Options', kind: 'option' },
];

const none = fc.constantFrom<Json | undefined>(undefined, null, '', []);
const of = (values: fc.Arbitrary<Json>, other: Json) =>
  fc.oneof(
    { arbitrary: values, weight: 8 },
    { arbitrary: none, weight: 2 },
    { arbitrary: fc.constant(other), weight: 1 },
  );

const texts = [
  'a',
  'A',
  ' a',
  'á',
  'b  c',
  'b c',
  "o'x",
  '"; DROP TABLE x; --',
  '100%',
  '_',
  '东京',
  '\\d',
  '😀',
  'null',
];
const options = [
  { id: '1', name: 'Drama' },
  { id: '2', name: "Co'medy; %" },
  { id: '3', name: 'Action' },
];
const date = fc
  .integer({ min: -40_000, max: 40_000 })
  .map((days) => new Date(days * 86_400_000).toISOString().slice(0, 10));

const fields: Record<string, fc.Arbitrary<Json | undefined>> = {
  txt: of(fc.constantFrom<Json>(...texts), 12),
  num: of(
    fc.oneof(fc.integer({ min: -50, max: 50 }), fc.constantFrom<Json>(9007199254740993n, -9223372036854775808n)),
    'x',
  ),
  dec: of(
    fc.integer({ min: -5000, max: 5000 }).map((cents) => cents / 100),
    '1.5',
  ),
  dbl: of(fc.oneof(fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e6, max: 1e6 }), fc.constant(1e-20)), true),
  day: of(date, 'soon'),
  at: of(
    fc
      .tuple(date, fc.integer({ min: 0, max: 86_399 }))
      .map(([day, second]) => `${day} ${new Date(second * 1000).toISOString().slice(11, 19)}`),
    5,
  ),
  yes: of(fc.boolean(), 'yes'),
  opt: of(fc.subarray(options, { minLength: 1 }), { a: 1 }),
};

export const testRecords: fc.Arbitrary<DwRecord[]> = fc
  .array(fc.record(fields), { maxLength: 40, size: 'max' })
  .map((rows) =>
    rows.map((row, index) => testRecord(String(9_007_199_254_740_993n + BigInt(index)), row as JsonObject)),
  );

export function testRecord(item_id: string, given: { [id: string]: Json | undefined }): DwRecord {
  const set = Object.entries(given).filter((entry): entry is [string, Json] => entry[1] !== undefined);
  const blank = { title: null, created_on: null, created_by: null, updated_on: null, updated_by: null };
  return { ...blank, item_id, fields: Object.fromEntries(set) };
}

/** IDs of the rows behind each of many selections, by one statement: one of its own for each takes minutes. */
export async function idsBehind(engine: Engine, source: Source, selections: readonly Selection[]): Promise<string[][]> {
  const tests = selections.map((selection) => predicateOf(source, selection));
  const { rows } = await engine.run(`SELECT ${['"item_id"::VARCHAR', ...tests].join(', ')} FROM ${source.table}`);
  const idOf = ([id]: readonly Cell[]) => String(id);
  return selections.map((_, index) => rows.filter((row) => row[index + 1] === true).map(idOf));
}

/** What people read of the values of a field in a record, as grouping takes them: several of a list. */
export function shownValues(id: string, value: Json | undefined): (string | null)[] {
  if (isEmptyValue(value)) return [null];
  if (id === 'opt') return Array.isArray(value) ? value.map((entry) => (entry as JsonObject).name as string) : [null];
  const isOf: Record<string, boolean> = {
    txt: typeof value === 'string',
    yes: typeof value === 'boolean',
    day: typeof value === 'string' && /^\d{4}-/.test(value),
    at: typeof value === 'string',
  };
  const fits = isOf[id] ?? (typeof value === 'number' || typeof value === 'bigint');
  return [fits ? String(value) : null];
}

/** The state of a field, as the questions name it. */
export function stateOf(id: string, value: Json | undefined): string {
  if (value === undefined) return 'notSet';
  if (value === null) return 'null';
  if (isEmptyValue(value)) return 'empty';
  return shownValues(id, value)[0] === null ? 'other' : 'value';
}
