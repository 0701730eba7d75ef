/**
 * Files of the built console. The folder is listed once and addresses are looked up in that list, so none can lead out of it.
 * Browsers cache hashed files forever, never the page itself, and revalidate all others.
 */
import { createHash } from 'node:crypto';
import { createReadStream, readdirSync, readFileSync, statSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import { Readable } from 'node:stream';
import { createBrotliDecompress } from 'node:zlib';
import { chosenEncoding, isUnchanged } from '../../service/http/negotiation';
import { HELD_BYTES } from '../http/body';
import { failure, wrongMethod } from '../http/failure';

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.txt': 'text/plain; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
};
/** Files beside a file that hold it encoded; the smaller one first. */
const EXTENSIONS = { br: '.br', gzip: '.gz' };
const ENCODINGS = ['br', 'gzip'] as const;

type ConsoleFile = {
  path: string;
  hashed: boolean;
  type: string;
  /** Of its content. */
  digest: string;
  encodings: readonly (keyof typeof EXTENSIONS)[];
  /** It is there as `.br` alone, as it is large and nearly everybody takes that; decoded for whoever does not. */
  isPacked: boolean;
};
export type ConsoleFiles = (request: Request) => Promise<Response>;

/**
 * @param folder what `vite build` wrote; it may not be there yet.
 * @param head markup that pages get at the beginning of their head (`pagePolicy`)
 */
export function createConsoleFiles(folder: string, head = ''): ConsoleFiles {
  const files = filesIn(folder);
  return async (request) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return wrongMethod('GET, HEAD');
    const { pathname } = new URL(request.url);
    const file = files.get(decoded(pathname)) ?? pageFor(pathname, files);
    if (file === undefined) {
      return files.size === 0
        ? failure('not-found', 'The console is not built yet. Run npm run build.')
        : failure('not-found', 'This file does not exist.');
    }
    return file.path.endsWith('.html') && head !== '' ? pageWith(head, request, file) : answer(request, file);
  };
}

/** Any address without a file extension is an address inside the console. */
function pageFor(pathname: string, files: ReadonlyMap<string, ConsoleFile>): ConsoleFile | undefined {
  return pathname.startsWith('/assets/') || extname(pathname) !== '' ? undefined : files.get('/index.html');
}

async function pageWith(head: string, { method }: Request, file: ConsoleFile): Promise<Response> {
  const page = (await readFile(file.path, 'utf8')).replace(
    /<head>|<!doctype html>(?!\s*<html)/i,
    (start) => start + head,
  );
  const headers = {
    'content-type': file.type,
    'cache-control': cacheControl(file, true),
    'content-length': String(Buffer.byteLength(page)),
  };
  return new Response(method === 'HEAD' ? null : page, { headers });
}

async function answer(request: Request, file: ConsoleFile): Promise<Response> {
  const isPage = file.path.endsWith('.html');
  const headers = new Headers({
    'content-type': file.type,
    'cache-control': cacheControl(file, isPage),
    vary: 'accept-encoding',
  });
  const encoding = chosenEncoding(request.headers, file.encodings);
  if (!isPage) {
    const etag = encoding === null ? `"${file.digest}"` : `"${file.digest}-${encoding}"`;
    headers.set('etag', etag);
    if (isUnchanged(request.headers, etag)) return new Response(null, { status: 304, headers });
  }
  if (encoding !== null) headers.set('content-encoding', encoding);
  if (encoding === null && file.isPacked) {
    const content = request.method === 'HEAD' ? null : Readable.toWeb(unpacked(file.path + EXTENSIONS.br));
    return new Response(content as BodyInit | null, { headers });
  }
  const path = encoding === null ? file.path : file.path + EXTENSIONS[encoding];
  const { size } = await stat(path);
  headers.set('content-length', String(size));
  if (request.method === 'HEAD') return new Response(null, { headers });
  // Of a large file only as much is in memory as its reader takes at a time.
  const content = size > HELD_BYTES ? Readable.toWeb(createReadStream(path)) : new Uint8Array(await readFile(path));
  return new Response(content as BodyInit, { headers });
}

function unpacked(path: string): Readable {
  const content = createBrotliDecompress();
  createReadStream(path)
    .on('error', (error) => content.destroy(error))
    .pipe(content);
  return content;
}

function cacheControl(file: ConsoleFile, isPage: boolean): string {
  if (isPage) return 'no-store';
  return file.hashed ? 'public, max-age=31536000, immutable' : 'no-cache';
}

function filesIn(folder: string): Map<string, ConsoleFile> {
  const paths = namesIn(folder);
  const all = new Set(paths);
  const files = new Map<string, ConsoleFile>();
  for (const path of paths) {
    const plain = path.replace(/\.(?:br|gz)$/, '');
    const isPacked = path.endsWith(EXTENSIONS.br) && !all.has(plain);
    if (plain !== path && !isPacked) continue;
    add(plain, path, isPacked);
  }
  return files;

  function add(path: string, stored: string, isPacked: boolean): void {
    const address = `/${relative(folder, path).split(sep).join('/')}`;
    files.set(address, {
      path,
      hashed: address.startsWith('/assets/'),
      type: TYPES[extname(path)] ?? 'application/octet-stream',
      digest: createHash('sha256').update(readFileSync(stored)).digest('base64url').slice(0, 22),
      encodings: ENCODINGS.filter((name) => all.has(path + EXTENSIONS[name])),
      isPacked,
    });
  }
}

function namesIn(folder: string): string[] {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

function decoded(pathname: string): string {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return pathname;
  }
}
