import 'fake-indexeddb/auto';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Client } from '../../api/client';
import { testClient } from '../../api/test-client';
import { type Database, openDatabase } from '../../database/database';
import { ids } from '../../service/catalogue';
import { seedTables } from '../../service/seed/data-sets';
import { createService, type Service } from '../../service/service';
import { fetchOf, forms, roundTrip } from './test-round-trip';

describe('what was taken out and is brought back by record id changes nothing, all rows of all tables', () => {
  let database: Database;
  let service: Service;
  let client: Client;

  beforeAll(async () => {
    database = await openDatabase({ dataDir: 'memory://' });
    const unused = { callbackAddress: () => 'test:', deliver: async () => true, pause: async () => {} };
    service = await createService({ database, clock: Date.now, seed: 'full', ...unused });
    await service.start();
    await vi.waitUntil(() => service.progress().done, { timeout: 300_000 });
    vi.stubGlobal('fetch', fetchOf(service.fetch));
    client = testClient({ apiKey: () => service.demo.apiKey });
  }, 300_000);
  afterAll(async () => {
    vi.unstubAllGlobals();
    await service?.stop();
    await database?.close();
  });

  describe.each(seedTables)('$name', ({ number }) => {
    test.each(forms)('as $name', async (form) => {
      const { written, read, counts, others } = await roundTrip(client, ids.table(number), form);
      expect(others).toEqual([]);
      expect(written).toBeGreaterThan(0);
      expect({ read, counts }).toEqual({ read: written, counts: { 'no-change': written } });
    });
  });
});
