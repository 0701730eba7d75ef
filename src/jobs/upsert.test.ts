import { describe, expect, test } from 'vitest';
import type { Json, JsonObject } from '../contract/json';
import type { JobField } from '../storage/job-rows';
import { dryRun, type LiveRows } from './check/dry-run';
import { callInput, planCalls } from './plan/plan';
import { recordOf } from './runner/test-simulation';
import type { ChangedRecord } from './table/changes';
import { keyMaker } from './table/record-key';

const field = (field_id: string, kind: JobField['kind'] = 'text'): JobField => ({
  field_id,
  name: field_id,
  kind,
  options: [],
});
const fields = [field('code'), field('year', 'number'), field('f'), field('o', 'option')];
const upsert = (...update_by_fields: string[]) => ({ update_type: 'upsert' as const, update_by_fields });

let rows = 0;
const row = (values: JsonObject, item_id: string | null = null): ChangedRecord => {
  rows += 1;
  return {
    row: `r${rows}`,
    line: rows,
    item_id,
    title: null,
    unseen: true,
    cells: Object.entries(values).map(([field_id, after]) => ({ field_id, before: undefined, after })),
  };
};

/** A table that was read whole: every id and key that a row asks for is known. */
function table(
  mode: ReturnType<typeof upsert>,
  records: Record<string, JsonObject>,
  wanted: ChangedRecord[],
): LiveRows {
  const maker = keyMaker(mode, fields);
  const all = Object.entries(records).map(([id, held]) => recordOf(id, held));
  const keys = new Map<string, ReturnType<typeof recordOf>[]>();
  const missing = new Set<string>();
  for (const { item_id, cells } of wanted) {
    if (item_id && !records[item_id]) missing.add(item_id);
    const key = maker.ofValues(Object.fromEntries(cells.map(({ field_id, after }) => [field_id, after])));
    if ('text' in key)
      keys.set(
        key.text,
        all.filter((record) => maker.ofRecord(record)?.text === key.text),
      );
  }
  return { records: new Map(all.map((record) => [record.item_id, record])), missing, keys, read_at: 5 };
}

function judge(mode: ReturnType<typeof upsert>, records: Record<string, JsonObject>, wanted: ChangedRecord[]) {
  return dryRun(wanted, table(mode, records, wanted), { fields, mode });
}

describe('upsert: every rule of 4.5', () => {
  test.each<[string, JsonObject, Record<string, JsonObject>, string, string | null, string | null]>([
    ['none found is created (rule 4)', { code: 'a', f: 'new' }, {}, 'will-create', null, 'key'],
    [
      'one found is updated (rule 4)',
      { code: 'a', f: 'new' },
      { 1: { code: 'a', f: 'old' } },
      'will-update',
      null,
      'key',
    ],
    ['one found that holds it all', { code: 'a', f: 'old' }, { 1: { code: 'a', f: 'old' } }, 'no-change', null, 'key'],
    [
      'several found (rule 6)',
      { code: 'a', f: 'n' },
      { 1: { code: 'a' }, 2: { code: 'a' } },
      'refused',
      'several-match',
      'key',
    ],
    ['a key field is not there (rule 5)', { f: 'n' }, {}, 'invalid', 'key-missing', null],
    ['a key field is null (rule 5)', { code: null, f: 'n' }, {}, 'invalid', 'key-empty', null],
    ['a key field is empty (rule 5)', { code: '', f: 'n' }, {}, 'invalid', 'key-empty', null],
    ['a created record of nothing but its key', { code: 'a' }, {}, 'will-create', null, 'key'],
    ['a found record and nothing but its key', { code: 'a' }, { 1: { code: 'a' } }, 'no-change', null, 'key'],
    ['a key that is equal but for its case', { code: 'A', f: 'n' }, { 1: { code: 'a' } }, 'will-create', null, 'key'],
  ])('%s', (_name, values, records, state, reason, match) => {
    expect(judge(upsert('code'), records, [row(values)])[0]).toMatchObject({ state, reason, match });
  });

  test('item_id is used first; a row with an unknown ID is never created, nor written by key (rule 4 would)', () => {
    const records = { 1: { code: 'a', f: 'old' }, 2: { code: 'b', f: 'old' }, 3: { code: 'c', f: 'old' } };
    const found = judge(upsert('code'), records, [
      row({ code: 'b', f: 'n' }, '1'),
      row({ code: 'x', f: 'n' }, '7'),
      row({ f: 'n' }, '8'),
      row({ code: 'c', f: 'n' }, '9'),
      row({ code: 'x', f: 'n' }, 'x-9'),
      // Those above mean nothing that a row after them may not mean.
      row({ code: 'c', f: 'n' }),
      row({ code: 'x', f: 'n' }),
    ]);
    expect(found.map(({ state, match, reason, live }) => [state, match, reason, live?.item_id ?? null])).toEqual([
      ['will-update', 'id', null, '1'],
      ['id-unknown', null, 'gone', null],
      ['id-unknown', null, 'gone', null],
      ['id-unknown', null, 'gone', null],
      ['id-unknown', null, 'not-an-id', null],
      ['will-update', 'key', null, '3'],
      ['will-create', 'key', null, null],
    ]);
    expect(found.map(({ unknownId, candidates }) => [unknownId, candidates?.map(({ item_id }) => item_id)])).toEqual([
      [undefined, undefined],
      [true, undefined],
      [true, undefined],
      [true, ['3']],
      [true, undefined],
      [undefined, undefined],
      [undefined, undefined],
    ]);
    expect(planCalls(found).leftOut.map(({ reason }) => reason)).toEqual(['gone', 'gone', 'gone', 'not-an-id']);
  });

  test('several fields form one key', () => {
    const records = { 1: { code: 'a', year: 1, f: 'x' }, 2: { code: 'a', year: 2, f: 'x' } };
    const found = judge(upsert('code', 'year'), records, [
      row({ code: 'a', year: 2, f: 'n' }),
      row({ code: 'a', year: 3, f: 'n' }),
      row({ code: 'a', f: 'n' }),
    ]);
    expect(found.map(({ state, live }) => [state, live?.item_id ?? null])).toEqual([
      ['will-update', '2'],
      ['will-create', null],
      ['invalid', null],
    ]);
  });

  test('two rows of one record, however it is identified, are never both sent', () => {
    const records = { 1: { code: 'a', f: 'x' }, 2: { code: 'b', f: 'x' } };
    const found = judge(upsert('code'), records, [
      row({ code: 'new', f: '1' }),
      row({ code: 'new', f: '2' }),
      row({ code: 'a', f: '1' }),
      row({ f: '2' }, '1'),
      // Takes a key that no record has yet: what a later row of that key means would hang on the order.
      row({ code: 'c', f: '1' }, '2'),
      row({ code: 'c', f: '2' }),
    ]);
    expect(found.map(({ state, reason, twin }) => [state, reason, twin])).toEqual([
      ['will-create', null, undefined],
      ['duplicate', 'same-key-twice', found[0]?.record.row],
      ['will-update', null, undefined],
      ['duplicate', 'same-record-twice', found[2]?.record.row],
      ['will-update', null, undefined],
      ['duplicate', 'same-key-twice', found[4]?.record.row],
    ]);
  });

  test('rows located by ID may share a key, as records do; a row located by that key may not be among them', () => {
    const records = { 1: { code: 'a', f: 'x' }, 2: { code: 'a', f: 'x' }, 3: { code: 'b', f: 'x' } };
    const found = judge(upsert('code'), records, [
      row({ code: 'a', f: '1' }, '1'),
      row({ code: 'a', f: '2' }, '2'),
      row({ code: 'new', f: '3' }),
      // It would take the key of the record that the row before creates.
      row({ code: 'new', f: '4' }, '3'),
    ]);
    expect(found.map(({ state, match }) => [state, match])).toEqual([
      ['will-update', 'id'],
      ['will-update', 'id'],
      ['will-create', 'key'],
      ['duplicate', 'id'],
    ]);
  });

  test('a system field only matches, and is never written (rule 7)', () => {
    const mode = upsert('item_id');
    const found = judge(mode, { 5: { f: 'old' } }, [
      row({ item_id: '5', f: 'new', created_on: 'x' }),
      row({ item_id: '6', f: 'new' }),
    ]);
    expect(found.map(({ state, reason }) => reason ?? state)).toEqual(['will-update', 'key-unmatched']);
    expect(found[0]?.cells.map(({ state }) => state)).toEqual(['only-matches', 'will-update', 'only-matches']);
    expect(callInput('21', [found[0] as never], mode).items).toEqual([
      { item_id: null, fields: { item_id: '5', f: 'new' } },
    ]);
  });

  test('an unread key matches nothing', () => {
    const live: LiveRows = { records: new Map(), missing: new Set(), keys: new Map(), read_at: 5 };
    expect(dryRun([row({ code: 'a' })], live, { fields, mode: upsert('code') })[0]).toMatchObject({
      state: 'unread',
      read_at: null,
    });
  });

  test('options match in written and in loaded form', () => {
    const read: Json = [
      { id: '2', name: 'B' },
      { id: '1', name: 'A' },
    ];
    expect(judge(upsert('o'), { 1: { o: read, f: 'x' } }, [row({ o: ['1', '2'], f: 'n' })])[0]).toMatchObject({
      state: 'will-update',
      live: { item_id: '1' },
    });
  });
});

test('the exact JSON of each call: by key with the whole key and what changes, by id in mode update', () => {
  const mode = upsert('code', 'year');
  const records = { 1: { code: 'a', year: 1, f: 'x', o: [] }, 2: { code: 'b', year: 1, f: 'x' } };
  const findings = judge(mode, records, [
    row({ code: 'a', year: 1, f: 'n', o: [] }),
    row({ code: 'z', year: 9, f: 'n', o: null }),
    row({ f: 'n' }, '2'),
    row({ code: 'z', f: 'n' }),
  ]);
  const plan = planCalls(findings);
  expect(plan.calls.map((call) => callInput('21', call, mode))).toEqual([
    { table_id: '21', update_type: 'update', items: [{ item_id: '2', fields: { f: 'n' } }] },
    {
      table_id: '21',
      update_type: 'upsert',
      update_by_fields: ['code', 'year'],
      items: [
        { item_id: null, fields: { code: 'a', year: 1, f: 'n' } },
        { item_id: null, fields: { code: 'z', year: 9, f: 'n', o: null } },
      ],
    },
  ]);
  expect(plan.leftOut.map(({ reason }) => reason)).toEqual(['key-missing']);
});

test('new rows with similar keys are all created; one with the same key is a duplicate', () => {
  const wanted = [
    row({ code: 'New York', f: '1' }),
    row({ code: 'there', f: '2' }),
    row({ code: 'new  yórk', f: '3' }),
    row({ code: 'New York', f: '4' }),
    row({ code: 'THERE', f: '5' }),
    row({ code: '007', f: '6' }),
    row({ code: '7', f: '7' }),
    row({ code: 'newyork', f: '8' }),
  ];
  const found = judge(upsert('code'), { 90: { code: 'there', f: 'x' } }, wanted);
  expect(found.map(({ state }) => state)).toEqual([
    'will-create',
    'will-update',
    'will-create',
    'duplicate',
    'will-create',
    'will-create',
    'will-create',
    'will-create',
  ]);
});

test('a deleted record is created again, and never written over one that has its key by now', () => {
  const anew = (values: JsonObject) => ({ ...row(values), unseen: undefined, anew: true as const });
  const records = { 1: { code: 'a', f: 'theirs' }, 2: { code: 'b' }, 3: { code: 'c', f: 'x' } };
  const found = judge(upsert('code'), records, [
    anew({ code: 'a', f: 'x' }),
    anew({ code: 'b', f: 'x' }),
    anew({ code: 'c', f: 'x' }),
    anew({ code: 'd', f: 'x' }),
  ]);
  expect(found.map(({ state, reason }) => [state, reason])).toEqual([
    ['invalid', 'exists-now'],
    ['invalid', 'exists-now'],
    ['no-change', null],
    ['will-create', null],
  ]);
});
