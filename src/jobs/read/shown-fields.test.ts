import { describe, expect, test } from 'vitest';
import { joinOf } from '../../contract/filter';
import { isEmptyValue, type Json, type JsonObject } from '../../contract/json';
import { dryRun, type LiveRows } from '../check/dry-run';
import { createLiveReader, readPieces } from '../check/live-rows';
import { failure, recordOf } from '../runner/test-simulation';
import { createRowReader } from './read-rows';
import { createShownFields } from './shown-fields';
import { listing, meetsFilter, readingOfList } from './test-listing';

const never = new AbortController().signal;

/** A table of wide records that leaves out what is empty, and some fields always. @param filters what it makes of filters by emptiness */
function platform(
  records: JsonObject[],
  {
    hides = [],
    filters = 'all',
  }: { hides?: string[]; filters?: 'all' | 'single' | 'ignored' | 'refused' | 'none-found' } = {},
) {
  const { list, asked } = listing(({ filter }) => {
    const isByEmptiness = JSON.stringify(filter ?? null).includes('"em"');
    if (isByEmptiness && filters === 'refused') throw failure('system', 502, null);
    if (isByEmptiness && filters === 'none-found') return [];
    const passes =
      isByEmptiness && (filters === 'ignored' || (filters === 'single' && joinOf(filter ?? undefined) === 'or'));
    return records.flatMap((held, index) => {
      const id = String(index + 1);
      const meets = ({ field, query }: { field: string; query: JsonObject }) => {
        const value = field === 'item_id' ? id : (held[field] ?? null);
        if ('em' in query) return isEmptyValue(value) === query.em;
        return [query.in ?? query.eq].flat().includes(value);
      };
      if (filter && !passes && !meetsFilter(filter, meets)) return [];
      const shown = Object.entries(held).filter(([name, value]) => !hides.includes(name) && !isEmptyValue(value));
      return [recordOf(id, Object.fromEntries(shown))];
    });
  });
  const read = createRowReader(list, () => Promise.reject(failure('system', 404, null)));
  let now = 0;
  const shown = createShownFields(list, read, () => now);
  const ask = async (fields: string[], byId = true, after = 60_000) => {
    asked.length = 0;
    now += after;
    const found = await shown('21', new Set(fields), byId, never);
    return { shown: [...found].sort(), requests: asked.length };
  };
  return { list, read, ask };
}

const table = [
  ...Array.from({ length: 150 }, (_, index): JsonObject => ({ name: `n${index}`, often: 1, never: null })),
  { name: 'last', rare: 'x', hidden: 'y' },
];
const wide = ['often', 'rare', 'never', 'hidden', ...Array.from({ length: 40 }, (_, index) => `empty${index}`)];

test('a field is shown by the first records, by one that holds it, or is empty in all', async () => {
  const { ask } = platform(table, { hides: ['hidden'] });
  expect((await ask(['often'])).shown).toEqual(['often']);
  expect((await ask(['rare', 'never'])).shown).toEqual(['never', 'rare']);
  expect((await ask(['hidden'])).shown).toEqual([]);
  expect((await ask(['hidden', 'never', 'often', 'rare'])).shown).toEqual(['never', 'often', 'rare']);
});

test('many empty fields take few requests, and none again within five seconds', async () => {
  const { ask } = platform(table);
  const { shown, requests } = await ask(wide);
  expect(shown).toEqual([...wide].sort());
  expect(requests).toBeLessThanOrEqual(6);
  expect((await ask(wide, true, 4000)).requests).toBe(0);
  expect((await ask(wide, true, 2000)).requests).toBeGreaterThan(0);
});

test.each([
  ['single', ['never', 'often', 'rare']],
  ['ignored', ['often']],
  ['refused', ['often']],
  ['none-found', ['often']],
] as const)('where filters by emptiness are %s, only what was seen is shown', async (filters, shown) => {
  const { ask } = platform(table, { filters, hides: ['hidden'] });
  expect((await ask(['often', 'rare', 'never', 'hidden'])).shown).toEqual(shown);
});

test('nothing is shown by a platform that answers without fields, or by an empty table', async () => {
  expect((await platform(table, { hides: [...wide, 'name'] }).ask(wide)).shown).toEqual([]);
  expect((await platform([]).ask(['often'])).shown).toEqual([]);
});

describe('the check of a cell of a field that a record lacks', () => {
  type Cell = { field_id: string; before?: Json; after: Json };
  const field = (field_id: string) => ({ field_id, name: field_id, kind: 'text' as const, options: [] });
  const fields = ['name', 'often', 'rare', 'never', 'hidden'].map(field);

  /** The state of a row that changes one cell of the last record; by key it is a row of a file, of which nothing was loaded before. */
  async function stateOf(
    { list, read }: ReturnType<typeof platform>,
    cell: Cell,
    by: 'id' | 'key' = 'id',
    walks = false,
  ) {
    const reading = readingOfList(list, { read });
    const mode =
      by === 'id'
        ? { update_type: 'update' as const, update_by_fields: [] }
        : { update_type: 'upsert' as const, update_by_fields: ['name'] };
    const about = { row: '1', line: 1, item_id: by === 'id' ? '151' : null, title: null };
    const key = { field_id: 'name', before: undefined, after: 'last' };
    const changes = [
      by === 'id'
        ? { ...about, cells: [{ ...cell, before: cell.before }] }
        : { ...about, unseen: true as const, cells: [key, { ...cell, before: undefined }] },
    ];
    // As many rows as make a walk of the table the shorter way.
    const reader = createLiveReader(reading, { table_id: '21', fields, ...mode }, walks ? 2000 : 1);
    const byRow = new Map<string, LiveRows>();
    for await (const { rows, live } of readPieces(changes, 1, reader, never)) byRow.set(rows[0]?.row ?? '', live);
    expect(reader.way()).toBe(walks ? 'walk' : 'filter');
    return dryRun(changes, byRow, { fields, mode })[0]?.state;
  }

  const clears = { field_id: 'hidden', before: 'y', after: null };
  test.each([false, true])(
    'it is not judged where the platform leaves the field out (read whole: %s)',
    async (walks) => {
      const hiding = platform(table, { hides: ['hidden'] });
      expect(await stateOf(hiding, clears, 'id', walks)).toBe('unread');
      expect(await stateOf(hiding, { ...clears, after: 'new' }, 'id', walks)).toBe('unread');
      expect(await stateOf(hiding, clears, 'key', walks)).toBe('unread');
      expect(await stateOf(hiding, { ...clears, after: 'new' }, 'key', walks)).toBe('will-update');
      expect(await stateOf(platform(table, { hides: ['hidden', 'often', 'rare'] }), clears, 'id', walks)).toBe(
        'unread',
      );
    },
  );

  test.each([false, true])('it is empty where the platform shows the field (read whole: %s)', async (walks) => {
    const here = platform(table);
    expect(await stateOf(here, { field_id: 'often', before: 1, after: null }, 'id', walks)).toBe('no-change');
    expect(await stateOf(here, { field_id: 'often', before: 1, after: 2 }, 'id', walks)).toBe('conflict');
    expect(await stateOf(here, { field_id: 'never', after: null }, 'key', walks)).toBe('no-change');
    expect(await stateOf(here, { field_id: 'never', after: 'new' }, 'key', walks)).toBe('will-update');
  });
});
