import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase } from '../database/database';
import { copyInitialised, copyInitialisedGateway } from '../database/test-database';
import { readConfig } from './config/config';
import { keptSecret } from './inbox/inbox-address';
import { createInboxStore, prepareGatewayTables } from './inbox/inbox-store';
import { createOutgoingStore } from './outgoing/outgoing-store';
import { openStores } from './state-store';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'state-store-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const open = (hasService: boolean) => openStores(readConfig({ DATA_DIR: folder }), hasService);

describe('the gateway’s state', () => {
  it('is not kept waiting by a read of the service', async () => {
    copyInitialisedGateway(folder);
    const { state, service, close } = await open(true);
    const leaving = new AbortController();
    const slow = service
      .until(leaving.signal)
      .query('select count(*) from generate_series(1, 1000000000) where clock_timestamp() is not null')
      .catch((error: unknown) => error);
    // Each would wait for minutes.
    expect(await keptSecret(state)).toBe(await keptSecret(state));
    const inbox = createInboxStore(state, Date.now);
    await inbox.write('mine', { contentType: '', headers: {}, body: new Uint8Array([1]) });
    expect((await inbox.read('mine', 0, 10)).events).toHaveLength(1);
    leaving.abort();
    expect(await slow).toMatchObject({ name: 'AbortError' });
    inbox.stop();
    await close();
  });

  it('of an earlier version is moved out of the service’s folder, once', async () => {
    copyInitialised(folder);
    const before = await openDatabase({ dataDir: folder });
    await prepareGatewayTables(before);
    const secret = await keptSecret(before);
    const bodies = Array.from({ length: 45 }, (_, event) => new Uint8Array([0, event, 255, 92, 34]));
    const old = createInboxStore(before, Date.now);
    for (const body of bodies) await old.write('mine', { contentType: 'a/b', headers: { 'x-a': 'é' }, body });
    await before.query(`delete from gateway_event where id = 45`);
    const outgoing = createOutgoingStore(before, () => 5);
    await outgoing.setTarget('mine', 'https://receiver.example/');
    for (const trace of ['t1', null]) await outgoing.enqueue('prod', 'mine', '{"a":1}', trace);
    const pages = [await old.read('mine', 0, 100), await outgoing.deliveries('mine', 10)];
    old.stop();
    await before.close();

    copyInitialised(join(folder, 'gateway'));
    for (const [start, hasService] of [true, false].entries()) {
      const { state, service, close } = await open(hasService);
      expect(await keptSecret(state)).toBe(secret);
      const inbox = createInboxStore(state, Date.now);
      const sent = createOutgoingStore(state, () => 5);
      if (start === 0) expect([await inbox.read('mine', 0, 100), await sent.deliveries('mine', 10)]).toEqual(pages);
      // What numbers events and deliveries goes on.
      await inbox.write('mine', { contentType: '', headers: {}, body: new Uint8Array(0) });
      expect((await inbox.read('mine', 44, 10)).events.map(({ id }) => id).at(-1)).toBe(46 + start);
      await sent.enqueue('prod', 'mine', '{}', null);
      expect((await sent.deliveries('mine', 10)).map(({ id }) => id)).toHaveLength(3 + start);
      if (hasService) {
        expect(await service.query(`select 1 from pg_tables where tablename like 'gateway%'`)).toEqual([]);
        expect(service).not.toBe(state);
      }
      inbox.stop();
      await close();
    }
  });
});
