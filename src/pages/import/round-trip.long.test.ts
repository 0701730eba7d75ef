import { afterAll, describe, expect, test, vi } from 'vitest';
import type { Client } from '../../api/wire/client';
import { ids } from '../../server/service/catalogue/catalogue';
import { seedTables } from '../../server/service/seed/data-sets';
import { withService } from '../../server/service/test-service';
import { askedOnce, clientOf, forms, roundTrip } from './test-round-trip';

describe('exporting and importing by record ID changes nothing, all rows of all tables', () => {
  let client: Client;
  let forget = (): void => {};
  withService('full', 300_000, ({ service }) => {
    const once = askedOnce(service);
    client = clientOf(once);
    forget = once.forget;
  });
  afterAll(() => vi.unstubAllGlobals());

  describe.each(seedTables)('$name', ({ number }) => {
    afterAll(() => forget());
    // The largest has some hundred thousand rows, and the machine may be busy.
    test.each(forms)('as $name', { timeout: 1_800_000 }, async (form) => {
      const { written, read, counts, others, odd } = await roundTrip(client, ids.table(number), form);
      expect({ others, odd }).toEqual({ others: [], odd: [] });
      expect(written).toBeGreaterThan(0);
      expect({ read, counts }).toEqual({ read: written, counts: { 'no-change': written } });
    });
  });
});
