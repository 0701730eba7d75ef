/** A flood of callback events: the gateway keeps responding, stores as much as its limits allow, and still has it after a restart. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Inbox } from '../../../contract/inbox';
import { type Database, openDatabase } from '../../database/database';
import { testFolder } from '../../database/test-folder';
import { ask, eventsOf, inboxOf, type TestGateway, testGateway } from '../test-gateway';
import { INBOX_BOUNDS } from './inbox-store';

const flood = 10_500;
const atOnce = 50;
const configFile = { environments: [{ name: 'prod', baseUrl: 'https://api.example.com' }] };

const dataDir = testFolder();
let database: Database;
let gateway: TestGateway;

async function start(): Promise<void> {
  database = await openDatabase({ dataDir, databaseUrl: undefined });
  gateway = await testGateway(database, { configFile });
}
async function stop(): Promise<void> {
  gateway.close();
  await database.close();
}
beforeAll(start);
afterAll(stop);

const readAll = async (inbox: Inbox) => {
  const events = await eventsOf((path, init) => gateway.fetch(ask(path, init)), inbox, 'prod');
  return events.map(({ id }) => id);
};

it(`takes ${flood} events in a minute while responding, keeps the latest in order, also after a restart`, async () => {
  const inbox = await inboxOf(gateway.fetch, { key: 'a-key', environment: 'prod' });
  const body = JSON.stringify({ event: 'dw_item.batch_update', filler: 'x'.repeat(900) });
  const began = performance.now();
  const waits: number[] = [];
  for (let sent = 0; sent < flood; sent += atOnce) {
    const posts = Array.from({ length: atOnce }, () =>
      gateway.fetch(new Request(inbox.address, { method: 'POST', body })),
    );
    const asked = performance.now();
    expect((await gateway.fetch(ask('/gateway/environments'))).status).toBe(200);
    waits.push(performance.now() - asked);
    for (const { status } of await Promise.all(posts)) expect(status).toBe(200);
  }
  expect(performance.now() - began).toBeLessThan(60_000);
  expect(Math.max(...waits)).toBeLessThan(2000);

  const kept = await readAll(inbox);
  expect(kept.length).toBeGreaterThanOrEqual(INBOX_BOUNDS.events);
  expect(kept.length).toBeLessThan(INBOX_BOUNDS.events + 200);
  expect(kept.at(-1)).toBe(flood);
  expect(kept).toEqual(kept.toSorted((a, b) => a - b));

  await stop();
  await start();
  expect(await inboxOf(gateway.fetch, { key: 'a-key', environment: 'prod' })).toEqual(inbox);
  expect(await readAll(inbox)).toEqual(kept);
});
