import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';

/** Every way in which an answer of a platform can be wrong on the wire. */
export const wireFaults = [
  'html-502',
  'cut-json',
  'no-envelope',
  'no-trace',
  'hang',
  'drip',
  'reset-before',
  'reset-after',
  'busy-says-when',
  'busy',
  'longer-than-said',
  'shorter-than-said',
  'gzip-bomb',
  'redirect',
  'empty-204',
  'wrong-type',
  'more-items',
] as const;
export type WireFault = (typeof wireFaults)[number];

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

interface PlatformFile {
  name: string;
  ext: string;
  /** Of the links: `here` is this platform, anything else an origin. */
  at?: string;
  type: string;
  body: string | Buffer;
  /** Whether a page of another origin may read it. */
  readable?: boolean;
}

/** What the platform holds; the names are what a test wants to look for. */
export interface World {
  space: string;
  cover: string;
  table: string;
  /** Further tables of the first type, without rows: `Ships 2` and so on. */
  moreTables: number;
  title: (row: number) => string;
  /** The first is the one that is written to. */
  fields: { name: string; type: string; value: (row: number) => Json }[];
  person: Json;
  rows: number;
  /** By file id. */
  files: Record<string, PlatformFile>;
  provider: { name: string; avatar: string };
  /** Of an answer that refuses. */
  message: string;
}

export interface Platform {
  origin: string;
  world: World;
  /** What goes wrong, for calls whose path begins as `at` says; null: nothing. */
  fault: WireFault | null;
  /** The fault that begins with the next write. */
  faultAtWrite: WireFault | null;
  at: string;
  /** Path and key of every call, in order. */
  calls: { path: string; key: string; body: string }[];
  /** How many provider keys were given out. */
  keysGiven: number;
  /** Releases everything that hangs. */
  release(): void;
  /** Puts everything back to what it was at first. */
  reset(): void;
  close(): Promise<void>;
}

export const platformSpace = '4000000000000101';
export const platformTable = '2100000000000101';
const platformField = '2200000000000101';
export const platformKey = 'key-of-a-test-platform';

const plain: World = {
  space: 'Harbour',
  cover: '',
  table: 'Ships',
  moreTables: 0,
  title: (row) => `Ship ${row}`,
  fields: [{ name: 'Name', type: 'text', value: (row) => `Ship ${row}` }],
  person: { user_id: '1', name: 'Ada', avatar: '' },
  rows: 250,
  files: { '61': { name: 'ship.txt', ext: 'txt', type: 'text/plain', body: 'a ship' } },
  provider: { name: 'Harbour Master', avatar: '' },
  message: 'gone',
};

const fieldId = (index: number): string => `${BigInt(platformField) + BigInt(index)}`;
export const recordId = (row: number): string => `23000000000${String(10_000 + row)}`;

/** The record ids that a filter asks for; null where it asks for anything else, which this platform ignores. */
function idsWanted(filter: Json | undefined): string[] | null {
  const conditions = (filter as { and?: { field?: Json; query?: Record<string, Json> }[] } | null)?.and ?? [];
  const asked = conditions.find(({ field }) => field === 'item_id')?.query ?? {};
  const ids = asked.in ?? asked.eq;
  return ids === undefined ? null : [ids].flat().map(String);
}

/** A platform that follows the contract until it is told to misbehave: real sockets, so that the gateway is tested too. */
export async function openPlatform(world: Partial<World> = {}): Promise<Platform> {
  const waiting = new Set<() => void>();
  const timers = new Set<NodeJS.Timeout>();
  const written = new Map<string, Json>();
  const atFirst = () => ({
    world: { ...plain, ...world },
    fault: null,
    faultAtWrite: null,
    at: '/openapi/v1/',
    calls: [],
    keysGiven: 0,
  });
  const platform: Platform = {
    origin: '',
    ...atFirst(),
    reset() {
      platform.release();
      written.clear();
      Object.assign(platform, atFirst());
    },
    release() {
      for (const go of waiting) go();
      waiting.clear();
    },
    close() {
      platform.release();
      for (const timer of timers) clearTimeout(timer);
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };

  function record(row: number): Json {
    const { title, fields, person } = platform.world;
    const id = recordId(row);
    return {
      item_id: id,
      title: title(row),
      created_on: '2024-01-02 03:04:05',
      created_by: person,
      updated_on: '2024-01-02 03:04:05',
      updated_by: person,
      fields: fields.map(({ value }, index) => ({
        [fieldId(index)]: (index === 0 ? written.get(id) : undefined) ?? value(row),
      })),
    };
  }

  function dataOf(path: string, body: Record<string, Json>): Json {
    const { world } = platform;
    const times = { created_on: '2024-01-02 03:04:05' };
    switch (path) {
      case '/openapi/v1/space/list':
        return {
          spaces: ['', ' two'].map((suffix, index) => ({
            space_id: `${BigInt(platformSpace) + BigInt(index)}`,
            name: world.space + suffix,
            cover_image: { source: world.cover, square: world.cover },
            ...times,
          })),
        };
      case '/openapi/v1/dw_table/list': {
        const table = { table_id: platformTable, name: world.table, alias: world.table, space_id: platformSpace };
        const more = Array.from({ length: world.moreTables }, (_, index) => ({
          ...table,
          table_id: `${BigInt(platformTable) + BigInt(index + 1)}`,
          name: `${world.table} ${index + 2}`,
        }));
        return {
          tables: body.type === 'ext' ? [table, ...more].map((each) => ({ ...each, type: 'ext', ...times })) : [],
        };
      }
      case `/openapi/v1/dw_table/${platformTable}`:
        return {
          table: {
            table_id: platformTable,
            name: world.table,
            fields: world.fields.map(({ name, type }, index) => {
              return { field_id: fieldId(index), name, field_type: type, required: false, config: {} };
            }),
          },
        };
      case '/openapi/v1/dw_item/list': {
        const from = Number(body.offset ?? 0);
        const more = platform.fault === 'more-items' ? 50 : 0;
        const rows = Array.from({ length: world.rows }, (_, index) => index + 1);
        const wanted = idsWanted(body.filter);
        const found = wanted === null ? rows : rows.filter((row) => wanted.includes(recordId(row)));
        return { items: found.slice(from, from + Number(body.limit ?? 20) + more).map(record) };
      }
      case '/openapi/v1/dw_item':
        for (const { item_id, fields } of body.items as { item_id: string; fields: Record<string, Json> }[]) {
          if (platformField in fields) written.set(item_id, fields[platformField] ?? null);
        }
        return {};
      case '/openapi/v1/files': {
        const ids = (body.file_ids as number[]).map(String);
        const more = platform.fault === 'more-items' ? Object.keys(world.files) : [];
        const found = [...new Set([...ids, ...more])].filter((id) => id in world.files);
        return { success: found.map(fileOf), fail: ids.filter((id) => !(id in world.files)).map(Number) };
      }
      case '/openapi/v1/isv/access_token':
        return { access_token: `issued-token-${platform.keysGiven + 1}`, expire: 7200 };
      case '/openapi/v1/isv/api_key':
        platform.keysGiven += 1;
        return { api_key: `provider-key-${platform.keysGiven}`, expire: 7200 };
      case '/openapi/v1/isv/info':
        return { app_id: 'app', ...world.provider };
      default: {
        const row = Array.from({ length: world.rows }, (_, index) => index + 1).find((number) =>
          path.endsWith(`/dw_item/${recordId(number)}`),
        );
        return row === undefined ? null : { item: record(row) };
      }
    }
  }

  function fileOf(id: string): Json {
    const file = platform.world.files[id] as PlatformFile;
    const link = `${file.at ?? platform.origin}/f/${id}/signed-by-path-${id}/${encodeURIComponent(file.name)}?signature=of-${id}`;
    const kinds = ['small', 'medium', 'large', 'square', 'source', 'download'];
    return {
      file_id: Number(id),
      name: file.name,
      ref_id: 1,
      ref_type: 'item',
      link: Object.fromEntries(kinds.map((kind) => [kind, link])),
      size: file.body.length,
      ext: file.ext,
      filetype: file.ext,
    };
  }

  function sendFile(id: string, response: ServerResponse): void {
    const file = platform.world.files[id];
    if (!file) return void response.writeHead(404).end();
    const headers: Record<string, string> = { 'content-type': file.type };
    if (file.readable !== false) headers['access-control-allow-origin'] = '*';
    response.writeHead(200, headers).end(file.body);
  }

  async function api(call: IncomingMessage, response: ServerResponse, path: string): Promise<void> {
    const text = (await bodyOf(call)).toString();
    platform.calls.push({ path, key: String(call.headers['open-authorization'] ?? ''), body: text });
    if (call.method === 'PUT' && platform.faultAtWrite !== null) {
      platform.fault = platform.faultAtWrite;
      platform.faultAtWrite = null;
    }
    const fault = path.startsWith(platform.at) ? platform.fault : null;
    if (fault === 'reset-before') return void response.destroy();
    if (fault === 'hang') await new Promise<void>((resolve) => waiting.add(resolve));
    const data = dataOf(path, text === '' ? {} : JSON.parse(text));
    const trace = `trace-${platform.calls.length}`;
    const envelope =
      data === null
        ? { code: 3500002, message: platform.world.message, data: {}, meta: { trace_id: trace } }
        : { code: 0, message: 'success', data, meta: { trace_id: trace }, version: 'v1.0.0' };
    const good = Buffer.from(JSON.stringify(envelope));
    const half = good.subarray(0, Math.floor(good.length / 2));
    const answer = (status: number, body: Buffer | string, headers: Record<string, string> = {}): void => {
      response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);
    };
    switch (fault) {
      case 'html-502':
        return answer(502, '<html><h1>Bad Gateway</h1><script>alert(1)</script></html>', {
          'content-type': 'text/html',
        });
      case 'cut-json':
        return answer(200, half);
      case 'no-envelope':
        return answer(200, JSON.stringify({ items: [], spaces: [], tables: [] }));
      case 'no-trace':
        return answer(200, JSON.stringify({ ...envelope, meta: {} }));
      case 'drip': {
        response.writeHead(200, { 'content-type': 'application/json' });
        const step = Math.ceil(good.length / 20);
        for (let from = 0; from < good.length; from += step) {
          response.write(good.subarray(from, from + step));
          await new Promise<void>((resolve) => timers.add(setTimeout(resolve, 25)));
        }
        return void response.end();
      }
      case 'reset-after':
        response.writeHead(200, { 'content-type': 'application/json' });
        response.write(half, () => setTimeout(() => response.destroy(), 20));
        return;
      case 'busy-says-when':
        return answer(429, 'slow down', { 'content-type': 'text/plain', 'retry-after': '1' });
      case 'busy':
        return answer(429, 'slow down', { 'content-type': 'text/plain' });
      case 'longer-than-said':
      case 'shorter-than-said': {
        const length = fault === 'longer-than-said' ? half.length : good.length + 500;
        const head = `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\nconnection: close\r\n\r\n`;
        return void call.socket.end(Buffer.concat([Buffer.from(head), good]));
      }
      case 'gzip-bomb':
        return answer(200, bomb(), { 'content-encoding': 'gzip' });
      case 'redirect':
        return answer(302, '', { location: 'https://elsewhere.example/openapi/v1/space/list' });
      case 'empty-204':
        return void response.writeHead(204).end();
      case 'wrong-type':
        return answer(200, good, { 'content-type': 'image/png' });
      default:
        return answer(200, good);
    }
  }

  const server = createServer((call, response) => {
    response.on('error', () => {});
    const path = (call.url ?? '').replace(/\?.*/, '');
    const [, root, id = ''] = path.split('/');
    if (root === 'f') return sendFile(id, response);
    api(call, response, path).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  platform.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return platform;
}

let packed: Buffer | null = null;

/** A hundred megabytes of blanks before an envelope, in a hundred kilobytes. */
function bomb(): Buffer {
  packed ??= gzipSync(Buffer.concat([Buffer.alloc(100 * 1024 * 1024, ' '), Buffer.from('{}')]));
  return packed;
}

async function bodyOf(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
