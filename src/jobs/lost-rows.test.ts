import { expect, test } from 'vitest';
import type { JsonObject } from '../contract/json';
import { checkRows } from './check/check-rows';
import type { RowFinding } from './check/dry-run';
import type { TableReading } from './check/live-rows';
import { chooseSimilar, type SimilarChoice } from './check/similar-records';
import { about, found, newDatabase, readingOf, rows, signal, states } from './check/test-similar-rows';

const held: JsonObject[] = [{ name: 'Alabama', f: 'old' }, { name: 'Alaska', f: 'old' }, { name: 'Alaska' }];
const withIds = (ids: (string | null)[], given: ReturnType<typeof rows>) =>
  given.map((row, index) => ({ ...row, item_id: ids[index] ?? null }));
const given = withIds(
  ['0100', '9999', '9998', null, '100'],
  rows(
    { name: 'Alabama', f: 'new' },
    { name: 'Nowhere', f: 'new' },
    { name: 'Alaska', f: 'new' },
    { name: 'Nowhere', f: 'new' },
    { name: 'Alabama', f: 'newer' },
  ),
);

/** The same table read whole, or by filters alone. */
function readingBy(way: 'walk' | 'filter'): TableReading {
  const reading = readingOf(held, way === 'walk' ? held.length : 1_000_000);
  const read: TableReading['read'] = async (table_id, ids) => {
    const { items } = await reading.list({ table_id, limit: 100 }, signal);
    const records = new Map(items.filter(({ item_id }) => ids.includes(item_id)).map((each) => [each.item_id, each]));
    const missing = new Set(ids.filter((id) => !records.has(id)));
    return { records, missing, unreadable: new Set(), requests: 1 };
  };
  return { ...reading, read };
}

test.each(['walk', 'filter'] as const)(
  'a row with an id that no record has stays out, and is written to the record of its key only when the person says so (%s)',
  async (way) => {
    const db = newDatabase();
    let check = await checkRows(given, about, { reading: readingBy(way), signal, rows: given.length, db });
    const before = await found(check.id, db);
    expect(states(before)).toEqual(['id-unknown', 'id-unknown', 'id-unknown', 'will-create', 'will-update']);
    expect(before.map(({ candidates }) => candidates?.map(({ item_id }) => item_id))).toEqual([
      ['100'],
      undefined,
      ['101', '102'],
      undefined,
      undefined,
    ]);
    // Similar records are not searched for a row that is never created.
    expect(before.map(({ searched }) => searched !== undefined)).toEqual([false, false, false, true, false]);

    const choose = async (choice: (finding: RowFinding) => SimilarChoice | undefined) => {
      check = await chooseSimilar(check, choice, { db });
      return found(check.id, db);
    };
    const chosen = await choose(({ candidates = [] }) => candidates.at(-1)?.item_id ?? null);
    // Line 6 has the very id of the record that line 2 finds by its name alone.
    expect(chosen.map(({ state, reason, twin }) => [state, reason, twin])).toEqual([
      ['duplicate', 'same-record-twice', '6'],
      ['id-unknown', 'gone', undefined],
      ['will-update', null, undefined],
      ['will-create', null, undefined],
      ['will-update', null, undefined],
    ]);
    expect(chosen[2]).toMatchObject({ match: 'id', live: { item_id: '102' }, chosen: '102' });
    expect(check.counts.states).toMatchObject({ 'id-unknown': 1, duplicate: 1, 'will-update': 2, 'will-create': 1 });
    // It does not create one either, with any choice.
    expect(states(await choose(() => 'create')).slice(0, 3)).toEqual(['id-unknown', 'id-unknown', 'id-unknown']);
    expect(await choose(() => null)).toEqual(before);
  },
);
