import type { Json, JsonObject } from '../../../contract/json';
import { isTableType } from '../../../contract/tables';
import type { Queries } from '../../database/database';
import type { AuthorizedCall, Context } from '../context';
import { fileLink, type Links } from '../files/file-links';
import { idText, requireId, requireText } from '../http/body';
import { gone, parameterInvalid } from '../http/errors';
import { returned } from '../http/return-fields';
import { fieldConfigOf, fieldsOf, findTable, type TableRow, tablesOf } from './catalogue';

/** 4.2: the workspaces within the authorization scope of the key. */
export async function listWorkspaces({ database, links }: Context, call: AuthorizedCall): Promise<JsonObject> {
  const rows = await spacesOf(database, call.access.spaceIds);
  return { spaces: rows.map((row): Json => returned(call.wanted, workspaceOf(row, links, call.base))) };
}

/** 4.3: the tables of one type in a workspace. Beside them, for 4.1: the single resource `space` and the collection `fields`. */
export async function listTables({ database, links }: Context, call: AuthorizedCall): Promise<JsonObject> {
  const spaceId = requireId(call.body, 'space_id');
  const type = requireText(call.body, 'type');
  if (!isTableType(type)) throw parameterInvalid('type', 'is none of sync, app, ext, agg');
  if (!call.access.spaceIds.includes(spaceId)) throw gone(`workspace ${spaceId}`);
  const tables = await tablesOf(database, spaceId, type);
  const space = call.wanted.single.has('space') ? await findWorkspace(database, spaceId, links, call.base) : null;
  const fields = call.wanted.collection.has('fields')
    ? await fieldsOf(
        database,
        tables.map((table) => table.table_id),
      )
    : [];
  return {
    tables: tables.map(
      (table): Json =>
        returned(call.wanted, tableOf(table), {
          space,
          fields: fields.filter((field) => field.table_id === table.table_id).map(fieldConfigOf),
        }),
    ),
  };
}

/** Table config, as public clients call it (4.10, field notes). */
export async function getTableConfig({ database, links }: Context, call: AuthorizedCall): Promise<JsonObject> {
  const tableId = idText(call.path.table_id);
  if (tableId === null) throw parameterInvalid('table_id', 'is not an id');
  const { table, fields: rows } = await findTable(database, call.catalogue.tables, call.access, tableId);
  const fields = [...rows.values()].map(fieldConfigOf);
  const space = call.wanted.single.has('space')
    ? await findWorkspace(database, table.space_id, links, call.base)
    : null;
  return { table: returned(call.wanted, { ...tableOf(table), fields }, { space, fields }) };
}

function tableOf({ table_id, name, type, alias, space_id, created_on }: TableRow): JsonObject {
  return { table_id, name, type, alias, space_id, created_on };
}

interface SpaceRow {
  space_id: string;
  name: string;
  created_on: string;
  cover_file: string;
}

/** One workspace as the contract shows it (2.2); null when there is none. */
async function findWorkspace(
  queries: Queries,
  spaceId: string,
  links: Links,
  base: string,
): Promise<JsonObject | null> {
  const [row] = await spacesOf(queries, [spaceId]);
  return row ? workspaceOf(row, links, base) : null;
}

function spacesOf({ query }: Queries, spaceIds: readonly string[]): Promise<SpaceRow[]> {
  return query<SpaceRow>(
    `select space_id, name, created_on, cover_file from space where space_id = any($1::bigint[]) order by position, space_id`,
    [spaceIds],
  );
}

function workspaceOf(row: SpaceRow, links: Links, base: string): JsonObject {
  const cover = (variant: 'source' | 'square') =>
    fileLink(links, base, { fileId: row.cover_file, variant, expires: 0 }, 'cover.png');
  return {
    space_id: row.space_id,
    name: row.name,
    created_on: row.created_on,
    cover_image: { source: cover('source'), square: cover('square') },
  };
}
