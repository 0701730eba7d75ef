import type { LinkKind } from '../../../contract/files';
import type { Database } from '../../database/database';

/** `download` is the source with another header. */
export type Variant = Exclude<LinkKind, 'download'>;

export interface FileBytes {
  mediaType: string;
  bytes: Uint8Array;
}

/** Makes a file from its recipe; the same bytes each time. */
export type RenderFile = (recipe: string, variant: Variant) => Promise<FileBytes>;

/** The bytes of a file in one variant: made on the first request, then kept in the database. Null when there is no such file. */
export async function fileBytes(
  database: Database,
  render: RenderFile,
  fileId: string,
  variant: Variant,
): Promise<FileBytes | null> {
  const [kept] = await database.query<{ media_type: string; bytes: Uint8Array }>(
    'select media_type, bytes from file_bytes where file_id = $1::bigint and variant = $2::text',
    [fileId, variant],
  );
  if (kept) return { mediaType: kept.media_type, bytes: new Uint8Array(kept.bytes) };
  const [file] = await database.query<{ recipe: string }>('select recipe from file where file_id = $1::bigint', [
    fileId,
  ]);
  if (!file) return null;
  const made = await render(file.recipe, variant);
  await keepFileBytes(database, fileId, variant, made);
  return made;
}

/** Keeps the bytes of a variant; a second time changes nothing. */
export async function keepFileBytes(
  database: Database,
  fileId: string,
  variant: Variant,
  file: FileBytes,
): Promise<void> {
  await database.query(
    `insert into file_bytes (file_id, variant, media_type, bytes) values ($1::bigint, $2::text, $3::text, $4::bytea) on conflict do nothing`,
    [fileId, variant, file.mediaType, file.bytes],
  );
}

/** Size in bytes of a file's source, which is made for it if it was not yet; null when there is no such file. */
export async function sizedFile(database: Database, render: RenderFile, fileId: string): Promise<number | null> {
  const source = await fileBytes(database, render, fileId, 'source');
  if (source === null) return null;
  const size = source.bytes.byteLength;
  await database.query('update file set size = $2::bigint where file_id = $1::bigint', [fileId, size]);
  return size;
}
