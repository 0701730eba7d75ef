import type { Json, JsonObject } from '../../../contract/json';
import type { Queries } from '../../database/database';
import type { AuthorizedCall, Context } from '../context';
import { fileLink, type Links } from '../files/file-links';
import { returned } from '../http/returned';

interface SpaceRow {
  space_id: string;
  name: string;
  created_on: string;
  cover_file: string;
}

/** 4.2: the workspaces within the authorization scope of the key. */
export async function listWorkspaces({ database, links }: Context, call: AuthorizedCall): Promise<JsonObject> {
  const rows = await spacesOf(database, call.access.spaceIds);
  return { spaces: rows.map((row): Json => returned(call.wanted, workspaceOf(row, links, call.base))) };
}

/** One workspace as the contract shows it (2.2); null when there is none. */
export async function findWorkspace(
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
