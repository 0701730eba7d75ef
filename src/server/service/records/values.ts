import type { FieldKind } from '../../../contract/field-kinds';
import { integerOfId } from '../../../contract/ids';
import { isJsonObject, type Json, type JsonObject } from '../../../contract/json';
import type { FieldRow } from '../catalogue/catalogue';
import { isDateText } from '../clock';
import { idText } from '../http/body';

/** Missing, null, `""` and `[]` are empty (field notes). */
export function isEmptyValue(value: Json | undefined): boolean {
  return value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);
}

/** What the ids in written values stand for; looked up beforehand. */
export interface Names {
  people: ReadonlyMap<string, JsonObject>;
  /** Titles of records by `<table id>/<item id>`. */
  titles: ReadonlyMap<string, string>;
}

/** A value that a field cannot hold; the message says why, without the field's name. */
export class ValueError extends Error {
  override readonly name = 'ValueError';
}

/**
 * A written value (field notes, "Writes") as the record keeps and shows it: ids become options, people and records with their names.
 * @throws ValueError
 */
export function storedValue(field: FieldRow, value: Json, names: Names): Json {
  if (field.field_type === 'auto_number' || field.field_type === 'calculation') {
    throw new ValueError('is computed and cannot be written');
  }
  if (value === null) {
    if (field.required) throw new ValueError('is required and cannot be cleared');
    return null;
  }
  return stored[field.kind](field, value, names);
}

type Stored = (field: FieldRow, value: Json, names: Names) => Json;

const storedText: Stored = (_field, value) => {
  if (typeof value !== 'string') throw new ValueError('wants a string');
  return value;
};

const stored: Record<FieldKind, Stored> = {
  text: storedText,
  'long-text': storedText,
  number: (_field, value) => {
    if (typeof value !== 'number' && typeof value !== 'bigint') throw new ValueError('wants a number');
    return value;
  },
  date: storedDate,
  switch: (_field, value) => {
    if (typeof value !== 'boolean') throw new ValueError('wants true or false');
    return value;
  },
  option: (field, value) => idsIn(value, 'id').map((id) => optionOf(field, id)),
  user: (_field, value, names) =>
    idsIn(value, 'user_id').map((id) => {
      const person = names.people.get(id);
      if (!person) throw new ValueError(`has no user ${id}`);
      return person;
    }),
  relation: storedRelation,
  file: (_field, value) =>
    idsIn(value, 'file_id').map((id) => {
      if (idText(id) === null) throw new ValueError('wants file ids');
      return integerOfId(id);
    }),
  location: (_field, value) => {
    if (!isJsonObject(value)) throw new ValueError('wants an object');
    return value;
  },
  json: (_field, value) => value,
};

function storedDate(field: FieldRow, value: Json): Json {
  if (value === '') return value;
  const length = field.field_type === 'datetime' ? 19 : 10;
  if (typeof value === 'string' && value.length === length && isDateText(value)) return value;
  throw new ValueError(length === 19 ? 'wants YYYY-MM-DD HH:MM:SS' : 'wants YYYY-MM-DD');
}

function optionOf(field: FieldRow, id: string): Json {
  const options = Array.isArray(field.config.options) ? field.config.options : [];
  const option = options.find((entry) => isJsonObject(entry) && entry.id === id);
  if (option === undefined) throw new ValueError(`has no option ${id}`);
  return option;
}

function storedRelation(field: FieldRow, value: Json, names: Names): Json {
  const records = idsIn(value, 'item_id').map((id): Json => {
    const title = names.titles.get(titleKey(field, id));
    if (title === undefined) throw new ValueError(`has no record ${id}`);
    return { item_id: id, title };
  });
  if (field.config.is_multi === true) return records;
  if (records.length > 1) throw new ValueError('takes one record');
  return records[0] ?? [];
}

/** Key of a related record in `Names.titles`. */
export function titleKey(field: FieldRow, itemId: string): string {
  return `${String(field.config.table_id)}/${itemId}`;
}

/** Ids of a written list: an array of id strings (field notes); integers, and the objects that reading gives, are taken as well. */
export function idsIn(value: Json, key: 'id' | 'user_id' | 'item_id' | 'file_id'): string[] {
  const entries = Array.isArray(value) ? value : [value];
  return entries.map((entry) => {
    const id = isJsonObject(entry) ? entry[key] : entry;
    if (typeof id === 'string' && id !== '') return id;
    const text = idText(id);
    if (text === null) throw new ValueError('wants an array of ids');
    return text;
  });
}

/** The text that stands for a value in a record's title. */
export function titleOf(value: Json | undefined): string {
  if (value === undefined || value === null) return '';
  if (Array.isArray(value)) return value.map(titleOf).filter(Boolean).join(', ');
  if (isJsonObject(value)) return titleOf(value.name ?? value.title ?? value.address);
  return String(value);
}
