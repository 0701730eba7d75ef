/** What a key reaches in the service: workspaces, tables and their fields (4.2, 4.3, 4.10), and what is remembered of them. */

import { type FieldKind, kindOfFieldType } from '../../../contract/field-kinds';
import { type JsonObject, parseJson } from '../../../contract/json';
import type { TableType } from '../../../contract/tables';
import type { Queries } from '../../database/database';
import type { Access } from '../http/access';
import { gone } from '../http/errors';
import { remember } from './cache';

/** A data-warehouse table as the service keeps it. */
export interface TableRow {
  table_id: string;
  space_id: string;
  name: string;
  type: TableType;
  alias: string;
  created_on: string;
  title_field: string;
  /** False while its first records are still being loaded: updates wait so long. */
  loaded: boolean;
  ext_quota: boolean;
}

export interface FieldRow {
  table_id: string;
  field_id: string;
  name: string;
  field_type: string;
  kind: FieldKind;
  required: boolean;
  config: JsonObject;
}

export interface TableWithFields {
  table: TableRow;
  fields: ReadonlyMap<string, FieldRow>;
}

const fieldsJson = `(select coalesce(json_agg(json_build_object('table_id', f.table_id::text, 'field_id', f.field_id::text, 'name', f.name,
    'field_type', f.field_type, 'required', f.required, 'config', f.config) order by f.position), '[]')::text
  from dw_field f where f.table_id = t.table_id) as fields`;
const tableColumns = `t.table_id, t.space_id, t.name, t.type, t.alias, t.created_on, t.title_field, t.loaded, s.ext_quota`;

/**
 * A table within the workspaces of a key, and its fields by ID, in order.
 * @param tables the cache of tables, which is updated
 * @throws ServiceError `gone` when there is none
 */
export async function findTable(
  queries: Queries,
  tables: Map<string, TableWithFields>,
  access: Access,
  tableId: string,
): Promise<TableWithFields> {
  const found = await anyTable(queries, tables, tableId);
  // One response for what does not exist and what belongs to others.
  if (found === null || !access.spaceIds.includes(found.table.space_id)) throw gone(`table ${tableId}`);
  return found;
}

/** A table with its fields, for any key; null when there is none. */
export async function anyTable(
  { query }: Queries,
  tables: Map<string, TableWithFields>,
  tableId: string,
): Promise<TableWithFields | null> {
  const kept = tables.get(tableId);
  if (kept !== undefined) return kept;
  const [row] = await query<TableRow & { fields: string }>(
    `select ${tableColumns}, ${fieldsJson} from dw_table t join space s on s.space_id = t.space_id where t.table_id = $1::bigint`,
    [tableId],
  );
  return row ? remember(tables, tableId, withFields(row)) : null;
}

/** The tables of a workspace, of one type, in the order in which they are shown. */
export function tablesOf({ query }: Queries, spaceId: string, type: TableType): Promise<TableRow[]> {
  return query<TableRow>(
    `select ${tableColumns} from dw_table t join space s on s.space_id = t.space_id
     where t.space_id = $1::bigint and t.type = $2::text order by t.position, t.table_id`,
    [spaceId, type],
  );
}

/** The fields of some tables, each table's in its own order. */
export async function fieldsOf({ query }: Queries, tableIds: readonly string[]): Promise<FieldRow[]> {
  const rows = await query<Omit<FieldRow, 'kind' | 'config'> & { config: string }>(
    `select table_id, field_id, name, field_type, required, config::text as config
     from dw_field where table_id = any($1::bigint[]) order by table_id, position`,
    [tableIds],
  );
  return rows.map((row) => ({ ...row, kind: kindOf(row.field_type), config: parseJson(row.config) as JsonObject }));
}

function withFields({ fields, ...table }: TableRow & { fields: string }): TableWithFields {
  const rows = parseJson(fields) as unknown as Omit<FieldRow, 'kind'>[];
  return {
    table,
    fields: new Map(rows.map((row) => [row.field_id, { ...row, kind: kindOf(row.field_type) }])),
  };
}

function kindOf(fieldType: string): FieldKind {
  return kindOfFieldType(fieldType) ?? 'json';
}

/** A field as table config shows it (field notes). */
export function fieldConfigOf(field: FieldRow): JsonObject {
  const { field_id, name, field_type, required, config } = field;
  return { field_id, name, field_type, required, config };
}

/**
 * Ids carry their table: a record's second to fifth digit behind `23` are its table's number, so that a record is found by its id alone (record
 * detail, field notes) although every key of record data begins with `table_id`.
 */
export const ids = {
  space: (number: number) => `400000000000${pad(number, 4)}`,
  table: (number: number) => `210000000000${pad(number, 4)}`,
  field: (number: number, position: number) => `22000000${pad(number, 4)}${pad(position, 4)}`,
  /** `row` below ten thousand million. */
  item: (number: number, row: number) => `23${pad(number, 4)}${pad(row, 10)}`,
  user: (number: number) => `170000000000${pad(number, 4)}`,
};

/** The table that a record id belongs to; null when the id is of no table of ours. */
export function tableIdOfItem(itemId: string): string | null {
  const match = /^23(\d{4})\d{10}$/.exec(itemId);
  return match === null ? null : ids.table(Number(match[1]));
}

function pad(number: number, digits: number): string {
  return String(number).padStart(digits, '0');
}
