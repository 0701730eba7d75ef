import { isNumeric, numeral } from '../../../contract/decimal';
import { type FieldKind, isRelation, isUser } from '../../../contract/field-kinds';
import { integerOfId } from '../../../contract/ids';
import { isJsonObject, type Json, type JsonObject } from '../../../contract/json';
import type { UpdateItem } from '../../../contract/records';
import type { Queries } from '../../database/database';
import type { FieldRow } from '../catalogue/catalogue';
import { isDateText } from '../clock';
import { idText } from '../http/body';

/** What the IDs in written values refer to; looked up beforehand by `namesFor`. */
export interface Names {
  people: ReadonlyMap<string, JsonObject>;
  /** Titles of records by `<table id>/<item id>`. */
  titles: ReadonlyMap<string, string>;
}

/** A value that a field cannot hold; the message has the reason, without the field's name. */
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
  return value === null ? null : stored[field.kind](field, value, names);
}

type Stored = (field: FieldRow, value: Json, names: Names) => Json;

const storedText: Stored = (_field, value) => {
  if (typeof value !== 'string') throw new ValueError('must be a string');
  return value;
};

const stored: Record<FieldKind, Stored> = {
  text: storedText,
  'long-text': storedText,
  number: (_field, value) => {
    if (!isNumeric(value)) throw new ValueError('must be a number');
    return value;
  },
  date: storedDate,
  switch: (_field, value) => {
    if (typeof value !== 'boolean') throw new ValueError('must be true or false');
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
      if (idText(id) === null) throw new ValueError('must be file IDs');
      return integerOfId(id);
    }),
  location: (_field, value) => {
    if (!isJsonObject(value)) throw new ValueError('must be an object');
    return value;
  },
  json: (_field, value) => value,
};

function storedDate(field: FieldRow, value: Json): Json {
  if (value === '') return value;
  const length = field.field_type === 'datetime' ? 19 : 10;
  if (typeof value === 'string' && value.length === length && isDateText(value)) return value;
  throw new ValueError(length === 19 ? 'must be YYYY-MM-DD HH:MM:SS' : 'must be YYYY-MM-DD');
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
  if (records.length > 1) throw new ValueError('allows one record only');
  return records[0] ?? [];
}

/** Key of a related record in `Names.titles`. */
function titleKey(field: FieldRow, itemId: string): string {
  return `${String(field.config.table_id)}/${itemId}`;
}

/** Ids of a written list: an array of id strings (field notes); integers, and the objects that reading gives, are taken as well. */
export function idsIn(value: Json, key: 'id' | 'user_id' | 'item_id' | 'file_id'): string[] {
  const entries = Array.isArray(value) ? value : [value];
  return entries.map((entry) => {
    const id = isJsonObject(entry) ? entry[key] : entry;
    if (typeof id === 'string' && id !== '') return id;
    const text = idText(id);
    if (text === null) throw new ValueError('must be an array of IDs');
    return text;
  });
}

/** A value as text in a record's title. */
export function titleOf(value: Json | undefined): string {
  if (value === undefined || value === null) return '';
  if (Array.isArray(value)) return value.map(titleOf).filter(Boolean).join(', ');
  if (isJsonObject(value)) return titleOf(value.name ?? value.title ?? value.address);
  return isNumeric(value) ? numeral(value) : String(value);
}

/** Characters of a record's title where another one names it: a title may be as long as a body. */
const shownTitle = 1000;

/** Looks up the people and related records that the items of a batch name, so that their values can be kept with names (field notes, "Reads"). */
export async function namesFor(
  queries: Queries,
  fields: readonly FieldRow[],
  items: readonly UpdateItem[],
): Promise<Names> {
  const titles = new Map<string, string>();
  for (const field of fields.filter((candidate) => isRelation(candidate.kind))) {
    const tableId = idText(field.config.table_id);
    const itemIds = idsWritten(field, items, 'item_id');
    if (tableId === null || itemIds.length === 0) continue;
    const rows = await queries.query<{ item_id: string; title: string }>(
      `select item_id, left(title, ${shownTitle}) as title from dw_record where table_id = $1::bigint and item_id = any($2::bigint[])`,
      [tableId, itemIds],
    );
    for (const row of rows) titles.set(titleKey(field, row.item_id), row.title);
  }
  return { titles, people: await peopleFor(queries, fields, items) };
}

async function peopleFor({ query }: Queries, fields: readonly FieldRow[], items: readonly UpdateItem[]) {
  const userIds = fields.filter((field) => isUser(field.kind)).flatMap((field) => idsWritten(field, items, 'user_id'));
  if (userIds.length === 0) return new Map<string, JsonObject>();
  const rows = await query<{ user_id: string; name: string }>(
    'select user_id, name from person where user_id = any($1::bigint[])',
    [userIds],
  );
  return new Map(rows.map((row): [string, JsonObject] => [row.user_id, { user_id: row.user_id, name: row.name }]));
}

function idsWritten(field: FieldRow, items: readonly UpdateItem[], key: 'user_id' | 'item_id'): string[] {
  const ids = items.flatMap((item) => {
    const value = item.fields[field.field_id];
    if (value === undefined || value === null) return [];
    try {
      return idsIn(value, key);
    } catch (error) {
      // The item is refused when its turn comes.
      if (error instanceof ValueError) return [];
      throw error;
    }
  });
  return [...new Set(ids.flatMap((id) => idText(id) ?? []))];
}
