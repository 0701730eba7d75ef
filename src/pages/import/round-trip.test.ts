import { afterAll, describe, expect, test, vi } from 'vitest';
import type { Client } from '../../api/wire/client';
import { ids } from '../../server/service/catalogue/catalogue';
import { seedTables } from '../../server/service/seed/data-sets';
import { withService } from '../../server/service/test-service';
import { clientOf, type Form, forms, roundTrip } from './test-round-trip';

describe('exporting and importing by record ID changes nothing: some rows of some tables', () => {
  let client: Client;
  withService('small', 60_000, ({ service }) => {
    client = clientOf(service);
  });
  afterAll(() => vi.unstubAllGlobals());

  // Tables that have fields of every kind between them, and each form at least once; every table in every form is in the long test.
  const numbers = [2, 4, 5, 6, 7, 11, 14];
  const tables = seedTables.filter(({ number }) => numbers.includes(number));
  const trips = tables.map((table, index) => ({ ...table, form: forms[index % forms.length] as Form }));
  test.each(trips)('$name as $form.name', async ({ number, form }) => {
    const { written, read, counts, others, odd } = await roundTrip(client, ids.table(number), form);
    expect({ others, odd }).toEqual({ others: [], odd: [] });
    expect(written).toBeGreaterThan(0);
    expect({ read, counts }).toEqual({ read: written, counts: { 'no-change': written } });
  });
});
