import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Client } from '../../api/wire/client';
import { checkRows } from '../../jobs/check/check-rows';
import { plannedRequests } from '../../jobs/check/live-rows';
import { dropCheck } from '../../jobs/check/stored-check';
import { ownerOf, tableReading } from '../../jobs/runner/run-connection';
import type { ChangedRecord } from '../../jobs/table/changes';
import { ids } from '../../server/service/catalogue/catalogue';
import { type MadeTable, makeTable, withService } from '../../server/service/test-service';
import type { CheckRow } from '../../storage/job-rows';
import { clientOf } from './test-round-trip';
import { modeOfKey } from './wizard';

const records = 1500;
const made: MadeTable = {
  number: 90,
  name: 'Counted',
  alias: 'counted',
  spaceName: 'Counted',
  fields: [
    { name: 'Code', type: 'text' },
    { name: 'Size', type: 'number' },
  ],
  rows: Array.from({ length: records }, (_each, index) => ({
    [ids.field(90, 1)]: `code ${index}`,
    [ids.field(90, 2)]: index,
  })),
  nextRow: records + 1,
};
const code = ids.field(90, 1);

describe('a check sends as many requests as announced', () => {
  let client: Client;
  let sent = 0;
  withService('small', 60_000, async ({ service, database }) => {
    await makeTable(database, made);
    client = clientOf({
      demo: service.demo,
      fetch: (request) => {
        sent += 1;
        return service.fetch(request);
      },
    });
  });
  afterAll(() => vi.unstubAllGlobals());
  beforeEach(() => {
    sent = 0;
  });

  /** @param from the first row; rows past the last record find none */
  async function checked(key: readonly string[], count: number, from = 0) {
    const byId = key[0] === 'item_id';
    const rows = Array.from({ length: count }, (_each, at): ChangedRecord => {
      const index = from + at;
      const cells = [{ field_id: code, before: undefined, after: `code ${index}` }];
      const item_id = byId ? ids.item(made.number, index + 1) : null;
      return { row: `${index}`, line: index + 2, item_id, title: null, cells, unseen: true };
    });
    const fields = [{ field_id: code, name: 'Code', kind: 'text' as const, options: [] }];
    const about = { ...ownerOf(client), ...modeOfKey(key), table_id: ids.table(made.number), fields };
    const reading = tableReading(client);
    const told: CheckRow[] = [];
    const tell = (check: CheckRow): void => void told.push(check);
    const options = { reading, signal: new AbortController().signal, rows: count, onReading: tell, onProgress: tell };
    const check = await checkRows(rows, about, options);
    await dropCheck(check.id);
    const { way, requests, planned, counts } = check;
    return { way, requests, planned, states: counts.states, told, asked: plannedRequests(count, !byId) };
  }

  test.each([
    ['by key in batches, few', [code], 300, 4],
    ['by key in batches, many', [code], 1188, 13],
    ['by record id in batches, few', ['item_id'], 300, 3],
    ['by record id in batches, many', ['item_id'], 1200, 13],
  ])('%s: as many as the page says before', async (_name, key, rows, wanted) => {
    const { way, requests, planned, states, asked } = await checked(key, rows);
    expect(states).toMatchObject({ 'no-change': rows });
    expect({ way, sent, requests, planned, asked }).toEqual({
      way: 'filter',
      sent: wanted,
      requests: wanted,
      planned: wanted,
      asked: wanted,
    });
  });

  test('a check by key announces the extra requests for unmatched keys', async () => {
    const { way, requests, planned, asked } = await checked([code], 300, records - 150);
    expect({ way, requests, planned }).toEqual({ way: 'walk', requests: sent, planned: sent });
    expect(sent).toBeGreaterThan(asked);
  });

  test.each([
    ['record id', ['item_id']],
    ['key', [code]],
  ])('a table that is read whole takes no more than the page says before, by %s', async (_name, key) => {
    const { way, requests, planned, asked, told } = await checked(key, 3000);
    expect({ way, requests, planned }).toEqual({ way: 'walk', requests: sent, planned: sent });
    expect(sent).toBeLessThan(asked);
    // No more requests are announced than are made in the end, except for the size of the table.
    for (const { requests: done, planned: all } of told) expect(done).toBeLessThanOrEqual(all ?? 0);
  });
});
