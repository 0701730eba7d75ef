/** One value of a record as its two columns in the engine hold it, and back. */

import { isDecimal, isNumeric, type Numeric, numberOf, numeral } from '../../contract/decimal';
import { isDate, isNumber, isReference, isStructure, isSwitch } from '../../contract/field-kinds';
import { formatJson, isEmptyValue, type Json, parseJson, sameJson } from '../../contract/json';
import { referencesOf } from '../../edits/same-value';
import type { Cell } from '../engine/answer';
import { decimalText, type NumberForm, numberType, widened } from './number-form';
import type { SnapshotColumn } from './snapshot-column';
import { timeValue } from './time-value';

/** A column while rows are loading. */
export interface ColumnState extends SnapshotColumn {
  /** Of the column in the engine. */
  engineType: string;
  numbers: NumberForm;
  /** Its kind was guessed, and no value has been seen. */
  isOpen: boolean;
}

/** What goes into the two columns; `undefined` for nothing. */
export interface Pair {
  typed: Cell | undefined;
  raw: string | undefined;
}

export const recordIdColumn = 'item_id';
const canonicalId = /^(?:0|-?[1-9]\d{0,37})$/;

/** Type of the engine for a column before its values. */
export function firstType({ id, kind, isList }: Pick<SnapshotColumn, 'id' | 'kind' | 'isList'>): string {
  if (isList) return 'VARCHAR[]';
  if (id === recordIdColumn || isNumber(kind)) return 'BIGINT';
  if (isSwitch(kind)) return 'BOOLEAN';
  if (isDate(kind)) return id.endsWith('_on') ? 'TIMESTAMP' : 'DATE';
  return 'VARCHAR';
}

/** As questions know a type of the engine. */
export function valueTypeOf(engineType: string): SnapshotColumn['type'] {
  if (engineType.startsWith('DECIMAL')) return 'decimal';
  const known: Record<string, SnapshotColumn['type']> = {
    BIGINT: 'integer',
    HUGEINT: 'integer',
    DOUBLE: 'double',
    BOOLEAN: 'boolean',
    DATE: 'date',
    TIMESTAMP: 'time',
  };
  return known[engineType] ?? 'text';
}

/** Notes what a value needs of the column that will hold it. */
export function widenFor(column: ColumnState, value: Json | undefined): void {
  if (column.id === recordIdColumn) {
    if (column.engineType === 'VARCHAR') return;
    if (typeof value !== 'string' || !canonicalId.test(value)) column.engineType = 'VARCHAR';
    else {
      column.numbers = widened(column.numbers, BigInt(value));
      column.engineType = numberType(column.numbers);
    }
  } else if (isNumber(column.kind)) {
    if (!isNumeric(value)) return;
    const numbers = widened(column.numbers, value);
    if (numbers === column.numbers) return;
    column.numbers = numbers;
    column.engineType = numberType(numbers);
  } else if (column.engineType === 'DATE' && typeof value === 'string' && timeValue(value)?.hasTime) {
    column.engineType = 'TIMESTAMP';
  }
}

/** A value for a column that was made wide enough for it. Exact: `valueOfPair` of the pair is the value. */
export function pairOf(column: ColumnState, value: Json | undefined): Pair {
  if (value === undefined) return { typed: undefined, raw: undefined };
  if (isEmptyValue(value)) return { typed: undefined, raw: formatJson(value) };
  const typed = typedOf(column, value);
  if (typed?.isExact) return { typed: typed.cell, raw: undefined };
  return { typed: typed?.cell, raw: formatJson(value) };
}

function typedOf(column: ColumnState, value: Json): { cell: Cell; isExact: boolean } | undefined {
  const { id, kind, engineType, isList } = column;
  if (isList) return listOf(value);
  if (id === recordIdColumn) return { cell: value as string, isExact: true };
  if (isNumber(kind)) return isNumeric(value) ? typedNumber(engineType, value) : undefined;
  if (isSwitch(kind)) return typeof value === 'boolean' ? { cell: value, isExact: true } : undefined;
  if (isDate(kind)) return typeof value === 'string' ? dateOf(engineType, value) : undefined;
  if (isReference(kind)) {
    const [reference] = referencesOf(value) ?? [];
    const name = reference?.name ?? reference?.id;
    return name === undefined || name === null ? undefined : { cell: wellFormed(name), isExact: false };
  }
  if (typeof value === 'string') {
    // In a column of JSON a text is known by its quotes.
    const cell = wellFormed(value);
    return { cell, isExact: cell === value && !isStructure(kind) };
  }
  if (!isStructure(kind)) return undefined;
  const text = formatJson(value);
  const cell = wellFormed(text);
  return { cell, isExact: cell === text };
}

function listOf(value: Json): { cell: Cell; isExact: boolean } | undefined {
  const references = referencesOf(value);
  if (references === null) return undefined;
  const cell = references.map(({ id, name }) => wellFormed(name ?? id ?? ''));
  const isExact = Array.isArray(value) && value.every((entry, index) => entry === cell[index]);
  return { cell, isExact };
}

function typedNumber(engineType: string, value: Numeric): { cell: Cell; isExact: boolean } {
  if (engineType === 'BIGINT' && !isDecimal(value)) return { cell: value, isExact: true };
  if (engineType !== 'DOUBLE') return { cell: decimalText(value), isExact: true };
  const cell = Number(numeral(value));
  return { cell, isExact: sameJson(cell, value) };
}

/** Days since 1970 in milliseconds, or microseconds. */
function dateOf(engineType: string, text: string): { cell: Cell; isExact: boolean } | undefined {
  const time = timeValue(text);
  if (time === null) return undefined;
  if (engineType === 'DATE') return { cell: Number(time.micros / 1000n), isExact: time.isCanonical };
  return { cell: time.micros, isExact: time.isCanonical && time.hasTime };
}

/** SQL that makes the older rows of a column exact in a wider type; their raw texts first, where the new type does not give them back. */
export function widenSql(from: string, to: string, typed: string, raw: string, table: string): string[] {
  const alter = `ALTER TABLE ${table} ALTER ${typed} SET DATA TYPE ${to}`;
  if (from === 'DATE') {
    return [`UPDATE ${table} SET ${raw} = '"' || ${typed} || '"' WHERE ${raw} IS NULL AND ${typed} IS NOT NULL`, alter];
  }
  if (to === 'DOUBLE') {
    const digits = `CAST(${typed} AS VARCHAR)`;
    const text = from.startsWith('DECIMAL') ? `regexp_replace(${digits}, '\\.?0+$', '')` : digits;
    // A double keeps 15 digits of any number.
    const isLost = `${raw} IS NULL AND length(replace(replace(${text}, '.', ''), '-', '')) > 15`;
    return [`UPDATE ${table} SET ${raw} = ${text} WHERE ${isLost}`, alter];
  }
  return [alter];
}

/** The value that two columns of an answer hold; undefined when it is not set. */
export function valueOfPair(column: SnapshotColumn, typed: Cell, raw: Cell): Json | undefined {
  if (typeof raw === 'string') return parseJson(raw);
  if (typed === null) return undefined;
  if (column.id === recordIdColumn) return String(typed);
  if (Array.isArray(typed)) return [...typed];
  if (isNumber(column.kind)) {
    if (typeof typed === 'bigint') return Number.isSafeInteger(Number(typed)) ? Number(typed) : typed;
    return numberOf(String(typed)) ?? undefined;
  }
  if (isStructure(column.kind)) return parseJson(typed as string);
  return typed as Json;
}

/** A text as UTF-8 can hold it: half a surrogate pair becomes the mark of what is not known. */
export function wellFormed(text: string): string {
  return text.replace(/\p{Surrogate}/gu, '\uFFFD');
}
