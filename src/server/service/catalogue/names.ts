import { isRelation, isUser } from '../../../contract/field-kinds';
import type { JsonObject } from '../../../contract/json';
import type { UpdateItem } from '../../../contract/updates';
import type { Queries } from '../../database/database';
import { idText } from '../http/body';
import { idsIn, type Names, titleKey, ValueError } from '../records/values';
import type { FieldRow } from './catalogue';

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
      'select item_id, title from dw_record where table_id = $1::bigint and item_id = any($2::bigint[])',
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
