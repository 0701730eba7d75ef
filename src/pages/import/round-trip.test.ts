import 'fake-indexeddb/auto';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Client } from '../../api/client';
import { testClient } from '../../api/test-client';
import { type Database, openDatabase } from '../../database/database';
import { ids } from '../../service/catalogue';
import { seedTables } from '../../service/seed/data-sets';
import { drillSpace } from '../../service/seed/drills';
import { createService, type Service } from '../../service/service';
import { type Form, fetchOf, forms, roundTrip } from './test-round-trip';

describe('what was taken out and is brought back by record id changes nothing: some rows of every table', () => {
  let database: Database;
  let service: Service;
  let client: Client;

  beforeAll(async () => {
    database = await openDatabase({ dataDir: 'memory://' });
    const unused = { callbackAddress: () => 'test:', deliver: async () => true, pause: async () => {} };
    service = await createService({ database, clock: Date.now, seed: 'small', ...unused });
    await service.start();
    await vi.waitUntil(() => service.progress().done, { timeout: 30_000 });
    vi.stubGlobal('fetch', fetchOf(service.fetch));
    client = testClient({ apiKey: () => service.demo.apiKey });
  });
  afterAll(async () => {
    vi.unstubAllGlobals();
    await service?.stop();
    await database?.close();
  });

  // Every table in every form takes minutes: that is in the long test. The drills have all the same rows.
  const tables = seedTables.filter(
    ({ space }, index) => space !== drillSpace || seedTables[index - 1]?.space !== space,
  );
  const trips = tables.map((table, index) => ({ ...table, form: forms[index % forms.length] as Form }));
  test.each(trips)('$name as $form.name', async ({ number, form }) => {
    const { written, read, counts, others } = await roundTrip(client, ids.table(number), form);
    expect(others).toEqual([]);
    expect(written).toBeGreaterThan(0);
    expect({ read, counts }).toEqual({ read: written, counts: { 'no-change': written } });
  });
});
