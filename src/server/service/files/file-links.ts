import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { LinkKind } from '../../../contract/files';
import type { Database } from '../../database/database';
import type { Clock } from '../clock';
import { askedRange, isUnchanged } from '../http/negotiation';
import { readSample } from '../seed/data-files';

/** What signs links: a secret of this database. */
export interface Links {
  secret: string;
}

/** Path below the public base under which files are served. */
export const filesPath = '/files/';

/** `link` for the six of 2.6; `public` for covers and avatars, which never expire. */
export interface SignedFile {
  fileId: string;
  variant: LinkKind;
  /** Epoch milliseconds; 0 never. */
  expires: number;
}

/** An absolute link to a file: `<base>/files/<id>/<variant>/<expires>/<signature>/<name>`. The name is for people and not signed. */
export function fileLink(links: Links, base: string, file: SignedFile, name: string): string {
  const signed = `${file.fileId}/${file.variant}/${file.expires}`;
  return `${base}${filesPath}${signed}/${sign(links.secret, signed)}/${encodeURIComponent(name)}`;
}

/** The picture of a person or provider. */
export function avatarLink(links: Links, base: string, fileId: string): string {
  return fileLink(links, base, { fileId, variant: 'square', expires: 0 }, 'avatar.png');
}

/** Reads the path of a link; null when the signature is not ours. */
function readFileLink(links: Links, path: string): SignedFile | null {
  const match = /^\/files\/(\d+)\/(small|medium|large|square|source|download)\/(\d+)\/([\w-]+)\/[^/]+$/.exec(path);
  if (match === null) return null;
  const [, fileId = '', variant = '', expires = '', signature = ''] = match;
  if (!isSignature(links.secret, `${fileId}/${variant}/${expires}`, signature)) return null;
  return { fileId, variant: variant as LinkKind, expires: Number(expires) };
}

/** A signature of a text: 22 characters fit for a path. */
function sign(secret: string, text: string): string {
  return createHmac('sha256', secret).update(text).digest('base64url').slice(0, 22);
}

function isSignature(secret: string, text: string, signature: string): boolean {
  const expected = Buffer.from(sign(secret, text));
  const given = Buffer.from(signature);
  return expected.length === given.length && timingSafeEqual(expected, given);
}

/** Media types that could run script or load other things when opened by themselves. */
const active = /^(image\/svg\+xml|text\/html)/;

/**
 * Answers a signed link: `GET` and `HEAD`, whole or one byte range. A link whose signature is not ours or whose hour is over is refused (4.6).
 * These answers are files, not calls of the API, and carry no envelope.
 */
export async function serveFile(
  { database, links, clock }: { database: Database; links: Links; clock: Clock },
  request: Request,
): Promise<Response> {
  if (request.method !== 'GET' && request.method !== 'HEAD')
    return plain(405, 'only GET and HEAD', { Allow: 'GET, HEAD' });
  const path = new URL(request.url).pathname;
  const link = readFileLink(links, path);
  if (link === null) return plain(403, 'this link is not valid');
  const remainingMs = link.expires === 0 ? Number.POSITIVE_INFINITY : link.expires - clock();
  if (remainingMs <= 0) return plain(403, 'this link has expired');
  const [row] = await database.query<{ sample: string; ext: string }>(
    'select sample, ext from file where file_id = $1::bigint',
    [link.fileId],
  );
  if (row === undefined) return plain(404, 'this file does not exist');
  const file = await readSample(row.sample, row.ext, link.variant);
  const headers = new Headers({
    'Content-Type': file.mediaType,
    'Content-Disposition': `${link.variant === 'download' ? 'attachment' : 'inline'}; ${fileName(path)}`,
    'Accept-Ranges': 'bytes',
    'Cache-Control': `private, max-age=${Number.isFinite(remainingMs) ? Math.floor(remainingMs / 1000) : 86_400}`,
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
  });
  if (active.test(file.mediaType))
    headers.set('Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox");
  return respond(request, file.bytes, headers);
}

function respond(request: Request, bytes: Uint8Array, headers: Headers): Response {
  const etag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`;
  headers.set('ETag', etag);
  if (isUnchanged(request.headers, etag)) return new Response(null, { status: 304, headers });
  const size = bytes.byteLength;
  const range = askedRange(request, size, etag);
  if (range === 'unsatisfiable') {
    headers.set('Content-Range', `bytes */${size}`);
    return new Response(null, { status: 416, headers });
  }
  const { first, last } = range ?? { first: 0, last: size - 1 };
  if (range !== null) headers.set('Content-Range', `bytes ${first}-${last}/${size}`);
  headers.set('Content-Length', String(last - first + 1));
  const body = request.method === 'HEAD' ? null : new Uint8Array(bytes.subarray(first, last + 1));
  return new Response(body, { status: range === null ? 200 : 206, headers });
}

/** The name at the end of the link, for a save dialog. */
function fileName(path: string): string {
  const encoded = path.slice(path.lastIndexOf('/') + 1);
  let name = encoded;
  try {
    name = decodeURIComponent(encoded);
  } catch {
    // A changed name in the link is only displayed.
  }
  const ascii = name.replace(/[^\x20-\x7e]|["\\]/g, '_');
  return `filename="${ascii}"; filename*=UTF-8''${encodeURIComponent(name).replace(/['()*]/g, escapeUnit)}`;
}

function escapeUnit(unit: string): string {
  return `%${unit.charCodeAt(0).toString(16).toUpperCase()}`;
}

function plain(status: number, text: string, headers: Record<string, string> = {}): Response {
  return new Response(`${text}\n`, {
    status,
    headers: {
      'Content-Type': 'text/plain; charset=utf-8',
      'X-Content-Type-Options': 'nosniff',
      'Cache-Control': 'no-store',
      ...headers,
    },
  });
}
