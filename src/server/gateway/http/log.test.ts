/** What the program writes of a fault: one line of its own, by its own log, and nothing beside it. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { DatabaseUnavailable } from '../../database/database';
import { testService } from '../../service/test-service';
import type { EmbeddedService } from '../gateway';
import { inboxOf, openStream, type TestGateway, withGateways } from '../test-gateway';
import { listenWith, type RawUpstream, rawUpstream, talk, type Wire } from '../test-wire';
import { HELD_BYTES } from './body';
import { createBoundedServer } from './listener';
import { createLogger } from './log';

const { log } = createLogger({ level: 'info', format: 'text' });

const lines: string[] = [];
const gateways = withGateways();
let upstream: RawUpstream;
const wires: Wire[] = [];
/** Calls that gateways have not answered yet. */
const underWay = new Set<Promise<Response>>();

beforeAll(async () => {
  upstream = await rawUpstream();
});
afterAll(() => upstream.close());
beforeEach(() => {
  lines.length = 0;
  for (const way of ['log', 'info', 'warn', 'error'] as const) {
    vi.spyOn(console, way).mockImplementation((...parts: unknown[]) => void lines.push(parts.map(String).join(' ')));
  }
});
afterEach(async () => {
  vi.restoreAllMocks();
  for (const { close } of wires.splice(0)) await close();
});

/** The gateway as the program has it, with the program's log; its environments are the embedded one, or `lab` with the platform. */
async function program(service?: EmbeddedService): Promise<{ gateway: TestGateway; wire: Wire }> {
  const variables = service === undefined ? { UPSTREAMS: `lab=${upstream.origin}` } : {};
  const gateway = await gateways.open({ variables, deps: { service: service ?? null, log } });
  const fetch: TestGateway['fetch'] = (...asked) => {
    const call = gateway.fetch(...asked).finally(() => underWay.delete(call));
    underWay.add(call);
    return call;
  };
  const wire = await listenWith({ fetch, log }, createBoundedServer());
  wires.push(wire);
  return { gateway, wire };
}

const fault = () => Promise.reject(new Error('planted fault', { cause: new Error('deeper') }));
const serviceThat = (answers: () => Promise<Response>): EmbeddedService => ({
  fetch: answers,
  progress: () => ({ loaded: 0, total: 0, done: true }),
  demo: { apiKey: '', narrowApiKey: '', appId: '', appSecret: '' },
});
const spaces = 'GET /openapi/v1/space/list HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n';
/** What is written once every call is answered and every connection has ended. */
const written = async () => {
  const open = async () => (await Promise.all(wires.map((wire) => wire.connections()))).concat(underWay.size);
  const none = async () => (await open()).every((count) => count === 0);
  await expect.poll(none, { timeout: 10_000 }).toBe(true);
  return lines;
};

it('an error is one line, with its location', () => {
  log('A thing failed', new Error('boom\nand more'));
  expect(lines).toEqual([
    expect.stringMatching(/^error A thing failed: Error: boom \| and more \| at [^\n]*log\.test\.ts[^\n]*$/),
  ]);
});

it('the JSON log has one object per line from the set level on, and writes always', () => {
  const json = createLogger({ level: 'warn', format: 'json' });
  json.note('info', 'not written');
  json.log('nor this');
  json.note('audit', 'write', { records: 2, who: undefined });
  json.log('A thing failed', new Error('boom\nand more'), { request: 'a-1' });
  const [write, fault, ...more] = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(write).toEqual({ time: expect.stringMatching(/^\d{4}-.*Z$/), level: 'audit', message: 'write', records: 2 });
  expect(fault).toMatchObject({ level: 'error', request: 'a-1' });
  expect(fault?.message).toMatch(/^A thing failed: Error: boom\nand more/);
  expect(more).toEqual([]);
});

it('the text log has named facts on one line, whatever they contain', () => {
  const text = createLogger({ level: 'debug', format: 'text' });
  text.note('debug', 'GET /', { status: 200, request: 'a-1', odd: 'a b\nc=d' });
  expect(lines).toEqual(['debug GET / status=200 request=a-1 odd="a b\\nc=d"']);
});

it('an error before the response is one line', async () => {
  const { wire } = await program(serviceThat(fault));
  expect(await talk(wire.port, spaces, 5000)).toMatch(/^HTTP\/1\.1 500 /);
  expect(await written()).toEqual([
    expect.stringMatching(/^error GET \/openapi\/v1\/space\/list failed: Error: planted fault.* request=[\w-]{36}$/),
  ]);
});

it('an error during a response is one line, and the response does not look complete', async () => {
  const begun = new TextEncoder().encode('begun');
  const later = () => new Promise((resolve) => setTimeout(resolve, 50)).then(fault);
  const answer = async () =>
    new Response(new ReadableStream({ start: (controller) => controller.enqueue(begun), pull: later }), {
      headers: { 'transfer-encoding': 'chunked' },
    });
  const { wire } = await program(serviceThat(answer));
  const said = await talk(wire.port, spaces, 5000);
  expect(said).toContain('begun');
  expect(said).not.toMatch(/\r\n0\r\n|planted/);
  expect(await written()).toEqual([
    expect.stringMatching(
      /^error GET \/openapi\/v1\/space\/list was cut off in its response: Error: planted fault.* request=[\w-]{36}$/,
    ),
  ]);
});

it('an unavailable database during an event stream is one line', async () => {
  const { gateway, wire } = await program(serviceThat(fault));
  const inbox = await inboxOf(gateway.fetch, { key: 'a-key' });
  const gone = vi.spyOn(gateway.store, 'read').mockImplementation(fault);
  const stream = await openStream(wire.port, inbox);
  await new Promise((resolve) =>
    stream
      .on('close', resolve)
      .on('error', () => {})
      .resume(),
  );
  expect(await written()).toEqual([expect.stringMatching(/^error GET \/gateway\/events\/stream was cut off/)]);
  gone.mockRestore();
});

it('an unavailable database is one line a minute, and responses have Retry-After', async () => {
  const clock = vi.spyOn(performance, 'now').mockReturnValue(1e9);
  const gone = () => Promise.reject(new DatabaseUnavailable('The database does not respond: gone.'));
  const { gateway, wire } = await program(serviceThat(gone));
  const inbox = await inboxOf(gateway.fetch, { key: 'a-key' });
  vi.spyOn(gateway.store, 'read').mockImplementation(gone);
  const event = `GET /gateway/events?environment=embedded&inbox=${inbox.inbox} HTTP/1.1\r\nX-Inbox-Token: ${inbox.token}\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n`;
  for (const asked of [spaces, event, spaces]) {
    const said = await talk(wire.port, asked, 5000);
    expect(said).toMatch(/^HTTP\/1\.1 503 /);
    expect(said).toMatch(/^retry-after: 5\r$/im);
    expect(said).toContain('"unavailable"');
  }
  const line =
    /^error GET \/openapi\/v1\/space\/list failed: The database does not respond: gone\. \(logged at most once a minute\) request=[\w-]{36}$/;
  expect(lines).toEqual([expect.stringMatching(line)]);
  clock.mockReturnValue(1e9 + 60_000);
  await talk(wire.port, spaces, 5000);
  expect(lines).toEqual([expect.stringMatching(line), expect.stringMatching(line)]);
});

it('a platform’s cut-off response is not logged', async () => {
  const { wire } = await program();
  upstream.answer = (socket) =>
    socket.end(`HTTP/1.1 200 OK\r\nContent-Length: ${10 * HELD_BYTES}\r\n\r\n${'x'.repeat(3 * HELD_BYTES)}`);
  const said = await talk(wire.port, spaces, 5000);
  expect(said).toContain('x'.repeat(100));
  expect(said).not.toMatch(/\r\n0\r\n/);
  expect(await written()).toEqual([]);
});

it('a client that leaves during a request or response is not logged', async () => {
  const embedded = await testService(gateways.database, { log });
  const { gateway, wire } = await program(embedded);
  const lab = await program();
  const inbox = await inboxOf(gateway.fetch, { key: 'a-key' });
  const key = `Open-Authorization: Bearer ${embedded.demo.apiKey}\r\n`;
  upstream.answer = (socket) => {
    socket.write(`HTTP/1.1 200 OK\r\nContent-Length: ${100 * HELD_BYTES}\r\n\r\n${'x'.repeat(3 * HELD_BYTES)}`);
  };
  for (const [port, head, begins = 'request'] of [
    [wire.port, `POST ${new URL(inbox.address).pathname} HTTP/1.1\r\n`],
    [wire.port, 'POST /gateway/inbox HTTP/1.1\r\n'],
    [wire.port, `PUT /openapi/v1/dw_item HTTP/1.1\r\n${key}`],
    [wire.port, `POST /openapi/v1/dw_item/list HTTP/1.1\r\n${key}`],
    [lab.wire.port, 'PUT /openapi/v1/dw_item HTTP/1.1\r\n'],
    [lab.wire.port, 'GET /openapi/v1/space/list HTTP/1.1\r\n', 'response'],
  ] as const) {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => {}).resume();
    socket.write(`${head}Host: 127.0.0.1\r\nContent-Length: 9000\r\n\r\n{`);
    if (begins === 'request') await expect.poll(() => underWay.size).toBe(1);
    else await once(socket, 'data');
    socket.resetAndDestroy();
    expect([head, await written()]).toEqual([head, []]);
  }
  // Nor of one who sends more than is taken, by its length or chunk by chunk.
  const large = `2000000\r\n${' '.repeat(9 * 1024 * 1024)}`;
  for (const framing of ['Transfer-Encoding: chunked', 'Content-Length: 33554432']) {
    const ask = `PUT /openapi/v1/dw_item HTTP/1.1\r\n${key}Host: 127.0.0.1\r\n${framing}\r\n\r\n`;
    const answered = /^HTTP\/1\.1 (413|400|200) /;
    expect(await talk(wire.port, ask + large, 5000, answered)).toMatch(answered);
    expect([framing, await written()]).toEqual([framing, []]);
  }
  await embedded.stop();
});
