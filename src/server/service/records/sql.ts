import { isSystemField, type SystemField } from '../../../contract/records';
import type { Param } from '../../database/database';

/** Parameters of one statement, gathered while its text is written: values of a request go here and nowhere else. */
export class Params {
  readonly values: Param[] = [];

  /** Adds a value; returns its place, as `$3::text`. */
  add(
    value: Param,
    type: 'text' | 'text[]' | 'bigint' | 'bigint[]' | 'numeric' | 'numeric[]' | 'int' | 'jsonb',
  ): string {
    this.values.push(value);
    return `$${this.values.length}::${type}`;
  }

  /** For a statement of its own that begins with what is gathered so far. */
  copy(): Params {
    const copy = new Params();
    copy.values.push(...this.values);
    return copy;
  }
}

/*
 * SQL of a record's values. Each takes an expression of type jsonb that this code wrote itself, never text of a request.
 */

/** True, and asks for the time: for each record that a read looks at, so that a database in a folder notices when it is to end (pglite-thread.mjs). */
export const endable = 'clock_timestamp() is not null';

/** Longest part of a text that takes part in order and key lookup: an index entry has bounds. */
export const sortedTextLength = 200;

/** The part of a value that orders as a number: a number or a switch; null for any other. */
export function sortNumber(value: string): string {
  return `case jsonb_typeof(${value}) when 'number' then (${value})::numeric when 'boolean' then (${value})::boolean::int::numeric end`;
}

/** The part of a value that orders as text, by code point: a text, or the name of the first option, user or record; null for any other. */
export function sortText(value: string): string {
  const first = `(${value})->0`;
  return `left(case jsonb_typeof(${value}) when 'string' then (${value})#>>'{}'
    when 'array' then coalesce(${first}->>'name', ${first}->>'title', (${value})->>0)
    when 'object' then coalesce((${value})->>'name', (${value})->>'title', (${value})->>'address') end, ${sortedTextLength}) collate "C"`;
}

/** Both parts of a system field of a record `r`. */
export function systemKeys(field: SystemField): { num: string; txt: string } {
  return field === 'item_id' || field.endsWith('_by')
    ? { num: `r.${field}::numeric`, txt: `null::text collate "C"` }
    : { num: 'null::numeric', txt: `left(r.${field}, ${sortedTextLength}) collate "C"` };
}

/** Whether there is nothing: missing, null, `""` or `[]` (field notes). */
export function isEmptySql(value: string): string {
  return `coalesce(${value}, 'null'::jsonb) in ('null'::jsonb, '""'::jsonb, '[]'::jsonb)`;
}

/** A system field of a record `r` as jsonb, so that it sorts and compares like the others. */
export function systemValue(field: SystemField): string {
  return `to_jsonb(r.${field})`;
}

/** Numbers of system fields beside field IDs in the order index. */
const systemNumbers: Record<SystemField, string> = {
  item_id: '0',
  title: '1',
  created_on: '2',
  created_by: '3',
  updated_on: '4',
  updated_by: '5',
};

/** Numbers of the fields whose order a change of records may move. */
export function touchedOrders(records: readonly { patch: object }[]): string[] {
  // Title and time of a change are written with any field.
  return [...Object.values(systemNumbers), ...new Set(records.flatMap(({ patch }) => Object.keys(patch)))];
}

/** Number of a field in the order index: its id, or that of a system field. */
export function orderNumber(fieldId: string): string {
  return isSystemField(fieldId) ? systemNumbers[fieldId] : fieldId;
}

/** The system field behind a number of the order index; undefined for a field id. */
export function systemFieldOf(number: string): SystemField | undefined {
  return (Object.keys(systemNumbers) as SystemField[]).find((field) => systemNumbers[field] === number);
}
