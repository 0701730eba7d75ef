/** Large, unfinished and unsent bodies of API calls: what they may hold, whom they keep waiting, and what the platform sees of them. */
import { connect, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { ask, type TestGateway } from '../test-gateway';
import { type RawUpstream, type Wire, withLabGateway } from '../test-wire';
import { createBodyBudget } from './body-budget';

const KB = 1024;
const answer = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}';

let upstream: RawUpstream;
let gateway: TestGateway;
let wire: Wire;
const open: Socket[] = [];

withLabGateway(
  (opened) => {
    ({ upstream, gateway, wire } = opened);
    upstream.answer = (socket) => setTimeout(() => socket.end(answer), 20);
  },
  { deps: { bodies: createBodyBudget({ bytes: 1000 * KB, ownerBytes: 400 * KB, waitMs: 100 }) } },
);
afterEach(() => {
  for (const socket of open.splice(0)) socket.destroy();
  upstream.got.length = 0;
});

const put = (key: string | null, body: BodyInit) =>
  ask('/env/lab/openapi/v1/dw_item', {
    method: 'PUT',
    body,
    headers: key === null ? {} : { 'open-authorization': `Bearer ${key}` },
    ...{ duplex: 'half' },
  });
const errorOf = async (response: Response) =>
  ((await response.json()) as { gateway?: { error: string } }).gateway?.error ?? null;

/** A body of parts that ends only when it is told to. */
function unfinished(bytes: number) {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const writer = writable.getWriter();
  writer.closed.catch(() => {});
  const sent = writer.write(new Uint8Array(bytes)).catch(() => {});
  return { body: readable, finish: () => sent.then(() => writer.close()) };
}

/** A connection on which a call announced its body and sent the beginning of it. */
function announced(key: string | null, bytes: number, sent: number): Promise<Socket> {
  const head = [
    'PUT /env/lab/openapi/v1/dw_item HTTP/1.1',
    'Host: 127.0.0.1',
    `Content-Length: ${bytes}`,
    ...(key === null ? [] : [`Open-Authorization: Bearer ${key}`]),
  ];
  return new Promise((resolve, reject) => {
    const socket = connect(wire.port, '127.0.0.1').on('error', reject);
    open.push(socket);
    socket.write(`${head.join('\r\n')}\r\n\r\n${'x'.repeat(sent)}`, () => resolve(socket));
  });
}

describe('a call without a key', () => {
  it('may have the credentials of the provider operations as its body, and nothing large', async () => {
    expect((await gateway.fetch(put(null, 'x'.repeat(64 * KB)))).status).toBe(200);
    for (const body of ['x'.repeat(64 * KB + 1), 'x'.repeat(900 * KB), unfinished(100 * KB).body]) {
      const response = await gateway.fetch(put(null, body));
      expect([response.status, await errorOf(response)]).toEqual([413, 'too-large']);
    }
    expect(upstream.got).toHaveLength(1);
  });
});

describe('the platform', () => {
  it('is connected to only when all of a body is there', async () => {
    await Promise.all([
      ...Array.from({ length: 40 }, (_, call) => announced(`key-${call}`, 300 * KB, call % 2)),
      ...Array.from({ length: 40 }, () => announced(null, 60 * KB, 0)),
    ]);
    expect((await gateway.fetch(put('key', 'x'.repeat(300 * KB)))).status).toBe(200);
    expect(upstream.got).toHaveLength(1);
    expect(upstream.got[0]).toMatch(/content-length: 307200\r\n/i);
  });
});

describe('bodies that are not finished', () => {
  it('hold no more than their shares together, and let others through when they end', async () => {
    // Of one key: the oldest gets on, and what fits beside it.
    const own = Array.from({ length: 4 }, () => unfinished(250 * KB));
    const answers = own.map(({ body }) => gateway.fetch(put('mine', body)));
    const refused = await Promise.all(answers.slice(1));
    expect(await Promise.all(refused.map(errorOf))).toEqual(['busy', 'busy', 'busy']);
    // Of many keys: together no more than the bound.
    const others = Array.from({ length: 6 }, () => unfinished(250 * KB));
    const theirs = others.map(({ body }, call) => gateway.fetch(put(`key-${call}`, body)));
    const late = await Promise.all(theirs.slice(3));
    expect(await Promise.all(late.map(errorOf))).toEqual(['busy', 'busy', 'busy']);
    for (const { finish } of [own[0], ...others.slice(0, 3)].filter((one) => one !== undefined)) await finish();
    for (const each of [answers[0], ...theirs.slice(0, 3)]) expect((await each)?.status).toBe(200);
    expect((await gateway.fetch(put('mine', 'x'.repeat(390 * KB)))).status).toBe(200);
  });

  it('cost no more each the more there are of them', async () => {
    const time = async (count: number) => {
      const budget = createBodyBudget({ bytes: count, ownerBytes: count / 100, waitMs: 20 });
      const began = performance.now();
      const shares = Array.from({ length: count }, (_, body) => budget.enter(`owner-${body % 50}`));
      const grown = shares.map((share) => share.grow(1).then(() => share.grow(5)));
      await Promise.allSettled(grown);
      for (const share of shares) share.leave();
      return performance.now() - began;
    };
    await time(1000);
    const [few, many] = [await time(1000), await time(16_000)];
    // Sixteen times as many: where each looked at all others it would be 256 times as long.
    expect(many).toBeLessThan(80 * few);
  });
});
