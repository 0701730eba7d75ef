/** A thousand at once, who ask for nothing more: the gateway holds as many as it has room for, and answers everybody else. */
import { connect } from 'node:net';
import { expect, it } from 'vitest';
import type { Inbox } from '../../../contract/inbox';
import { inboxOf, openStream, type TestGateway } from '../test-gateway';
import { type Wire, withBoundedGateway } from '../test-wire';

let gateway: TestGateway;
let wire: Wire;

withBoundedGateway((opened) => {
  ({ gateway, wire } = opened);
});

it('1,000 streams: as many as allowed are held, the others refused, everyone else served', async () => {
  const inboxes = await Promise.all(
    Array.from({ length: 25 }, (_, index) => inboxOf(gateway.fetch, { key: `key-${index}` })),
  );
  const before = process.memoryUsage().heapUsed;
  const streams = (
    await Promise.all(
      inboxes.map((inbox) => Promise.all(Array.from({ length: 40 }, () => openStream(wire.port, inbox)))),
    )
  ).flat();
  const held = streams.filter(({ statusCode }) => statusCode === 200);
  expect([held.length, streams.length]).toEqual([500, 1000]);
  expect(new Set(streams.map(({ statusCode }) => statusCode))).toEqual(new Set([200, 503]));
  expect((await fetch(`${wire.origin}/gateway/environments`)).status).toBe(200);
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(200 * 1024 * 1024);
  for (const stream of streams) stream.destroy();
  // Those that went left their place.
  const again = async () => {
    const stream = await openStream(wire.port, inboxes[0] as Inbox);
    stream.destroy();
    return stream.statusCode;
  };
  await expect.poll(again, { timeout: 30_000 }).toBe(200);
});

it('1,000 idle connections delay nobody', async () => {
  const sockets = await Promise.all(
    Array.from(
      { length: 1000 },
      () =>
        new Promise<ReturnType<typeof connect>>((resolve, reject) => {
          const socket = connect(wire.port, '127.0.0.1', () => resolve(socket)).on('error', reject);
          socket.write('GET /gateway/environments HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ');
        }),
    ),
  );
  expect((await fetch(`${wire.origin}/gateway/environments`)).status).toBe(200);
  for (const socket of sockets) socket.destroy();
});

it('a client that never finishes its headers or body is disconnected', async () => {
  const begun = {
    headers: 'GET /gateway/environments HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ',
    body: 'POST /gateway/inbox HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 100\r\n\r\n{',
  };
  // Byte by byte, so that the line is never silent.
  const ends = Object.values(begun).map(
    (bytes) =>
      new Promise<string>((resolve) => {
        let said = '';
        const socket = connect(wire.port, '127.0.0.1', () => socket.write(bytes));
        const drip = setInterval(() => socket.write('a'), 500);
        socket.setEncoding('latin1').on('data', (part: string) => {
          said += part;
        });
        socket
          .on('error', () => {})
          .on('close', () => {
            clearInterval(drip);
            resolve(said);
          });
      }),
  );
  for (const said of await Promise.all(ends)) expect(said).toMatch(/^HTTP\/1\.1 408 /);
});
