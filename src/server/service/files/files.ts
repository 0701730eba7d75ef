/** File details of the service (4.6), and the links by which it serves their bytes for an hour. */

import { linkKinds } from '../../../contract/files';
import { integerOfId } from '../../../contract/ids';
import type { Json, JsonObject } from '../../../contract/json';
import { limits } from '../../../contract/limits';
import type { AuthorizedCall, Context } from '../context';
import { idText } from '../http/body';
import { parameterInvalid } from '../http/errors';
import { returned } from '../http/return-fields';
import { fileLink } from './file-links';

/** `version` of the file-details answer (2.1, section 9). */
export const filesVersion = 'v1.0.0';

/** `ref_type` of a file in an ordinary table's record, the only ones that are served (4.6). */
export const ordinaryRecord = 'item';
/** `ref_type` of a file in a big-data table: there, but not supported by 4.6. */
export const bigDataRecord = 'dw_item';

interface FileRow {
  file_id: string;
  name: string;
  ref_id: string;
  ref_type: string;
  ext: string;
  filetype: string;
  size: string;
}

/** 4.6: details and links of the files that can be had; the ids of the others come in `fail`. */
export async function getFiles({ database, links }: Context, call: AuthorizedCall): Promise<JsonObject> {
  const fileIds = readFileIds(call.body.file_ids);
  const rows = await database.query<FileRow>(
    `select file_id, name, ref_id, ref_type, ext, filetype, size from file
     where file_id = any($1::bigint[]) and space_id = any($2::bigint[]) and ref_type = $3::text`,
    [fileIds, call.access.spaceIds, ordinaryRecord],
  );
  const byId = new Map(rows.map((row) => [row.file_id, row]));
  const expires = call.now + limits.linkLifeMs;
  const linksOf = (row: FileRow): JsonObject =>
    Object.fromEntries(
      linkKinds.map((variant) => [
        variant,
        fileLink(links, call.base, { fileId: row.file_id, variant, expires }, row.name),
      ]),
    );
  return {
    success: fileIds.flatMap((id): Json[] => {
      const row = byId.get(id);
      if (!row) return [];
      const { name, ref_type, ext, filetype } = row;
      const file = {
        file_id: integerOfId(row.file_id),
        name,
        ref_id: integerOfId(row.ref_id),
        ref_type,
        link: linksOf(row),
        size: Number(row.size),
        ext,
        filetype,
      };
      return [returned(call.wanted, file, { link: file.link })];
    }),
    fail: fileIds.filter((id) => !byId.has(id)).map(integerOfId),
  };
}

/** The ids asked for, each once. @throws ServiceError */
function readFileIds(value: Json | undefined): string[] {
  if (value === undefined || value === null) throw parameterInvalid('file_ids', 'is missing');
  if (!Array.isArray(value)) throw parameterInvalid('file_ids', 'is not an array');
  if (value.length > limits.fileIdsPerCall)
    throw parameterInvalid('file_ids', `has more than ${limits.fileIdsPerCall} entries`);
  const fileIds = value.map((entry, index) => {
    const id = idText(entry);
    if (id === null) throw parameterInvalid(`file_ids[${index}]`, 'is not an integer');
    return id;
  });
  return [...new Set(fileIds)];
}
