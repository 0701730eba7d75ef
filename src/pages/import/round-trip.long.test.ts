import 'fake-indexeddb/auto';
import { describe, expect, test } from 'vitest';
import { ids } from '../../service/catalogue';
import { seedTables } from '../../service/seed/data-sets';
import { forms, roundTrip, withService } from './test-round-trip';

describe('what was taken out and is brought back by record id changes nothing, all rows of all tables', () => {
  const client = withService('full', 300_000);

  describe.each(seedTables)('$name', ({ number }) => {
    // The largest has some hundred thousand rows, and the machine may be busy.
    test.each(forms)('as $name', { timeout: 1_800_000 }, async (form) => {
      const { written, read, counts, others } = await roundTrip(client(), ids.table(number), form);
      expect(others).toEqual([]);
      expect(written).toBeGreaterThan(0);
      expect({ read, counts }).toEqual({ read: written, counts: { 'no-change': written } });
    });
  });
});
