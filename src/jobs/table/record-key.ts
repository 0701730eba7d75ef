import { isReference } from '../../contract/field-kinds';
import type { Id } from '../../contract/ids';
import { formatJson, isEmptyValue, type Json, type JsonObject, setOwn } from '../../contract/json';
import { limits } from '../../contract/limits';
import { type DwRecord, isSystemField, type UpdateMode } from '../../contract/records';
import { writeForm } from '../../edits/same-value';
import type { JobField } from '../../storage/job-rows';

/** A joint key (4.5 rules 4, 5): what it is compared by, and its values in the form in which they are written. */
export interface RecordKey {
  text: string;
  values: JsonObject;
}

/** Keys in one query, one less than a page holds: the page is full only where a key exists twice, so no second page is needed. */
export const keysAtOnce = limits.pageSizeMax - 1;

/** Makes keys of one job's mode. */
export interface KeyMaker {
  fields: readonly string[];
  /** The key among the values of a row; `missing` or `empty` names the first field that is missing or empty (rule 5). */
  ofValues(values: JsonObject): RecordKey | { missing: string } | { empty: string };
  /** The key of a live record; null when a field of it is empty. */
  ofRecord(record: DwRecord): RecordKey | null;
}

/** Two values are the same key when they are written alike: options, people and relations by their ids in any order, all else as exact JSON. */
export function keyMaker(
  { update_by_fields }: Pick<UpdateMode, 'update_by_fields'>,
  fields: readonly JobField[],
): KeyMaker {
  const fieldOf = new Map(fields.map((field) => [field.field_id, field]));
  const form = (id: string, value: Json): Json => {
    const field = fieldOf.get(id);
    const written = writeForm(value, field?.kind ?? 'json', field?.options);
    // A lone id and a list of it are one reference.
    const lone =
      field !== undefined && isReference(field.kind) && (typeof written === 'string' || typeof written === 'number');
    return lone ? [written] : written;
  };
  const text = (values: JsonObject): string =>
    update_by_fields.length === 1
      ? partOf(values[update_by_fields[0] ?? ''])
      : formatJson(update_by_fields.map((id) => partOf(values[id])));
  return {
    fields: update_by_fields,
    ofValues(given) {
      const values: JsonObject = {};
      for (const id of update_by_fields) {
        const value = Object.hasOwn(given, id) ? given[id] : undefined;
        if (value === undefined) return { missing: id };
        if (!canName(value)) return { empty: id };
        setOwn(values, id, form(id, value));
      }
      return { text: text(values), values };
    },
    ofRecord(record) {
      const values: JsonObject = {};
      for (const id of update_by_fields) {
        const value = liveValue(record, id);
        if (!canName(value)) return null;
        setOwn(values, id, form(id, value));
      }
      return { text: text(values), values };
    },
  };
}

/** Whether a value can be part of a key. Text of only white space names no record, and would match other blank keys. */
export function canName(value: Json | undefined): value is Json {
  return !isEmptyValue(value) && !(typeof value === 'string' && value.trim() === '');
}

/** The value of a field or system field (2.4) of a live record; undefined when it is missing. */
export function liveValue(record: DwRecord, field_id: string): Json | undefined {
  if (!isSystemField(field_id)) return Object.hasOwn(record.fields, field_id) ? record.fields[field_id] : undefined;
  const value = record[field_id];
  return value !== null && typeof value === 'object' ? (value.user_id ?? undefined) : (value ?? undefined);
}

function partOf(value: Json | undefined): string {
  if (Array.isArray(value) && value.every((entry) => typeof entry !== 'object')) {
    return formatJson(value.map(String).sort());
  }
  return formatJson(value ?? null);
}

/** Where keys are looked up: a table, and the fields of its joint key. */
export interface KeyedTable {
  table_id: Id;
  update_by_fields: readonly string[];
  fields: readonly JobField[];
}
