/** Records as Arrow streams for the engine, and the SQL that takes them into a table whose columns and types grow with what comes. */

import { tableFromColumns, tableToIPC } from '@uwdata/flechette';
import { type FieldKind, isReference, kindOfSystemField, kindOfValue } from '../../contract/field-kinds';
import { formatJson, isEmptyValue, isJsonObject, type Json, parseJson, setOwn } from '../../contract/json';
import { type DwRecord, isSystemField, systemFields } from '../../contract/records';
import type { Cell } from '../engine/answer';
import { arrowColumn } from './arrow-columns';
import {
  type ColumnState,
  firstType,
  pairOf,
  recordIdColumn,
  valueOfPair,
  valueTypeOf,
  wellFormed,
  widenFor,
  widenSql,
} from './column-values';
import { columnName, quoteName, rawName, type SnapshotColumn } from './snapshot-column';

/** A column that the caller knows; fields beyond these are found in the records. */
export interface InputColumn {
  id: string;
  label: string;
  kind: FieldKind;
}

/** What takes a batch of records into the engine. */
interface EncodedBatch {
  /** Before its rows: new columns, wider types. */
  before: string[];
  /** Rows for the table `incoming`. */
  ipc: Uint8Array;
  /** From there into the table. */
  after: string[];
}

/** Everything an encoder knows, as JSON. */
export interface EncoderState {
  table: string;
  labelled: string;
  columns: ColumnState[];
}

export interface Encoder {
  /** @param replaces rows of the same record IDs go */
  encode(records: readonly DwRecord[], replaces?: boolean): EncodedBatch;
}

export const incoming = 'incoming';
/** What of a record has no column: further values of a field that came twice, and fields called like a system field. */
const restColumn = '#rest';

/** The start of a table. @param table, labelled names, not quoted */
export function emptyTable(table: string, labelled: string, input: readonly InputColumn[]): EncoderState {
  const state: EncoderState = { table: quoteName(table), labelled: quoteName(labelled), columns: [] };
  const known = new Map(input.map((column) => [column.id, column]));
  for (const id of systemFields) addColumn(state, known.get(id) ?? { id, label: id, kind: kindOfSystemField(id) });
  for (const column of known.values()) if (!isSystemField(column.id)) addColumn(state, column);
  return state;
}

function addColumn(state: EncoderState, { id, label, kind }: InputColumn, isOpen = false): ColumnState {
  const isList = isReference(kind) && !isSystemField(id);
  const shape = { id, kind, isList };
  const engineType = firstType(shape);
  const column: ColumnState = {
    ...shape,
    label: unusedName(
      label,
      state.columns.map((each) => each.label),
    ),
    name: unusedName(id, [restColumn, ...state.columns.flatMap(namesOf)], true),
    type: isList ? 'text' : valueTypeOf(engineType),
    engineType,
    numbers: { whole: 1, fraction: 0 },
    isOpen,
  };
  state.columns.push(column);
  return column;
}

const namesOf = ({ name = '' }: SnapshotColumn): string[] => [name, `${name}#raw`];

/** A name that the engine takes as another one than those in use. @param hasRaw the name of its raw column must be one too */
function unusedName(wanted: string, used: readonly string[], hasRaw = false): string {
  const taken = new Set(used.map((name) => name.toLowerCase()));
  const base = wellFormed(wanted).replaceAll('\0', '\uFFFD') || '-';
  const isTaken = (name: string) => taken.has(name.toLowerCase()) || (hasRaw && taken.has(`${name}#raw`.toLowerCase()));
  let name = base;
  for (let count = 2; isTaken(name); count += 1) name = `${base} (${count})`;
  return name;
}

/** @param state of a table that was made by `createSql`; changed with every batch */
export function createEncoder(state: EncoderState): Encoder {
  return {
    encode(records, replaces = false) {
      const made = new Map(state.columns.map((column) => [column.id, column.engineType]));
      const { values, rest } = valuesOf(state, records);
      for (const [index, column] of state.columns.entries()) {
        for (const value of values[index] ?? []) if (!isEmptyValue(value)) widenFor(column, value);
        if (!column.isList) column.type = valueTypeOf(column.engineType);
      }
      return { before: growSql(state, made), ...batchOf(state, values, rest, replaces) };
    },
  };
}

/** Values by column; adds the columns that are missing. */
function valuesOf(state: EncoderState, records: readonly DwRecord[]) {
  const rest: (string | null)[] = [];
  const byId = new Map(state.columns.map((column) => [column.id, column]));
  const values: (Json | undefined)[][] = state.columns.map(() => []);
  for (const [row, record] of records.entries()) {
    for (const [index, { id }] of state.columns.entries()) {
      const list = values[index] as (Json | undefined)[];
      if (isSystemField(id)) list.push(systemValue(record, id));
      else list.push(Object.hasOwn(record.fields, id) ? record.fields[id] : undefined);
    }
    const hidden: { [name: string]: Json } = {};
    for (const id of Object.keys(record.fields)) {
      const value = record.fields[id] as Json;
      if (isSystemField(id)) setOwn(hidden, id, value);
      let column = byId.get(id);
      if (column?.isOpen && !isEmptyValue(value)) settle(column, value);
      if (column) continue;
      column = addColumn(state, { id, label: id, kind: 'text' }, true);
      if (!isEmptyValue(value)) settle(column, value);
      byId.set(id, column);
      const added = new Array<Json | undefined>(row).fill(undefined);
      added.push(value);
      values.push(added);
    }
    const { repeated } = record;
    const isPlain = repeated === undefined && Object.keys(hidden).length === 0;
    rest.push(isPlain ? null : formatJson({ hidden, ...(repeated ? { repeated } : {}) }));
  }
  return { values, rest };
}

function systemValue(record: DwRecord, id: (typeof systemFields)[number]): Json | undefined {
  const value = record[id];
  if (value === null) return undefined;
  return typeof value === 'string' ? value : { ...value };
}

/** The kind of a field that nobody named is that of its first value. */
function settle(column: ColumnState, value: Json): void {
  column.kind = kindOfValue(value) ?? 'text';
  column.isList = isReference(column.kind);
  column.engineType = firstType(column);
  column.isOpen = false;
}

/** Makes the table of a state. */
export function createSql({ table, columns }: EncoderState): string {
  const parts = columns.flatMap((column) => [
    `${columnName(column)} ${column.engineType}`,
    `${rawName(column)} VARCHAR`,
  ]);
  return `CREATE TABLE ${table} (${[...parts, `${quoteName(restColumn)} VARCHAR`].join(', ')})`;
}

/** Rows with labels as names, without raw texts: to be made again whenever columns or types have changed. */
export function viewSql({ table, labelled, columns }: EncoderState): string {
  const parts = columns.map((column) => `${columnName(column)} AS ${quoteName(column.label)}`);
  return `CREATE OR REPLACE VIEW ${labelled} AS SELECT ${parts.join(', ')} FROM ${table}`;
}

/** @param made types of the columns that the table has */
function growSql(state: EncoderState, made: ReadonlyMap<string, string>): string[] {
  const { table, columns } = state;
  const sql: string[] = [];
  for (const column of columns) {
    const { id, engineType } = column;
    const before = made.get(id);
    const [typed, raw] = [columnName(column), rawName(column)];
    if (before === undefined) {
      sql.push(`ALTER TABLE ${table} ADD COLUMN ${typed} ${engineType}`);
      sql.push(`ALTER TABLE ${table} ADD COLUMN ${raw} VARCHAR`);
    } else if (before !== engineType) sql.push(...retypeSql(before, engineType, typed, raw, table));
  }
  return sql;
}

function retypeSql(from: string, to: string, typed: string, raw: string, table: string): string[] {
  // A guess without values: the engine knows no way from texts to lists.
  if (from === 'VARCHAR') {
    return [`ALTER TABLE ${table} DROP COLUMN ${typed}`, `ALTER TABLE ${table} ADD COLUMN ${typed} ${to}`];
  }
  return widenSql(from, to, typed, raw, table);
}

function batchOf(
  state: EncoderState,
  values: readonly (readonly (Json | undefined)[])[],
  rest: readonly (string | null)[],
  replaces: boolean,
): Pick<EncodedBatch, 'ipc' | 'after'> {
  const arrays: Record<string, ReturnType<typeof arrowColumn>> = {};
  const [into, from]: [string[], string[]] = [[], []];
  const add = (target: string, cells: readonly (Cell | undefined)[], engineType: string): void => {
    if (cells.every((cell) => cell === undefined || cell === null)) return;
    const name = `c${into.length}`;
    arrays[name] = arrowColumn(cells, engineType);
    into.push(target);
    from.push(engineType === 'TIMESTAMP' ? `make_timestamp(${name})` : `CAST(${name} AS ${engineType})`);
  };
  for (const [index, column] of state.columns.entries()) {
    const pairs = (values[index] ?? []).map((value) => pairOf(column, value));
    const typed = pairs.map((pair) => pair.typed);
    const raw = pairs.map((pair) => pair.raw);
    add(columnName(column), typed, column.engineType);
    add(rawName(column), raw, 'VARCHAR');
  }
  add(quoteName(restColumn), rest, 'VARCHAR');
  const key = columnName(state.columns.find(({ id }) => id === recordIdColumn) as ColumnState);
  const after = [
    ...(replaces ? [`DELETE FROM ${state.table} WHERE ${key} IN (SELECT ${from[0]} FROM ${incoming})`] : []),
    `INSERT INTO ${state.table} (${into.join(', ')}) SELECT ${from.join(', ')} FROM ${incoming}`,
    `DROP TABLE ${incoming}`,
  ];
  return { ipc: tableToIPC(tableFromColumns(arrays), { format: 'stream' }) as Uint8Array, after };
}

/** What to select to get records back with `recordOf`: two columns for each, and the rest. */
export function recordSelection(columns: readonly SnapshotColumn[]): string {
  return [...columns.flatMap((column) => [columnName(column), rawName(column)]), quoteName(restColumn)].join(', ');
}

/** The record that a row of `recordSelection` holds. */
export function recordOf(columns: readonly SnapshotColumn[], row: readonly Cell[]): DwRecord {
  const record: DwRecord = {
    item_id: '',
    title: null,
    created_on: null,
    created_by: null,
    updated_on: null,
    updated_by: null,
    fields: {},
  };
  for (const [index, column] of columns.entries()) {
    const value = valueOfPair(column, row[2 * index] ?? null, row[2 * index + 1] ?? null);
    if (value === undefined) continue;
    if (isSystemField(column.id)) Object.assign(record, { [column.id]: value });
    else setOwn(record.fields, column.id, value);
  }
  const rest = row[2 * columns.length];
  if (typeof rest !== 'string') return record;
  const { hidden, repeated } = parseJson(rest) as { hidden?: Json; repeated?: DwRecord['repeated'] };
  if (isJsonObject(hidden)) for (const id of Object.keys(hidden)) setOwn(record.fields, id, hidden[id] as Json);
  return repeated === undefined ? record : { ...record, repeated };
}
