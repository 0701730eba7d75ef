import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Json } from '../../contract/json';
import type { DwRecord } from '../../contract/records';
import { type TestEngine, testEngine } from '../engine/test-engine';
import { quoteText, rawName } from '../snapshot/snapshot-column';
import { hasOuterSpacesSql, stateTests, textSql } from './column-sql';
import { askCompare, type CompareQuestion, pairsOf } from './compare';
import { askDuplicates } from './duplicates';
import { askFind } from './find';
import { measuresFor } from './measure';
import { askProfile } from './profile';
import { askRows } from './rows';
import { rowsBehind } from './rows-behind';
import { standsOut } from './stands-out';
import { askSummary, measureValues } from './test-figures';
import { idsBehind, shownValues, stateOf, testColumns, testRecord, testRecords } from './test-records';

let engine: TestEngine;
beforeAll(async () => {
  engine = await testEngine();
});

// To find a smaller counterexample takes more than the time of a test.
const runs = { numRuns: 2, endOnFailure: true };
const today = '2026-03-14';
const ids = (records: readonly DwRecord[]) => records.map(({ item_id }) => item_id).sort();
const rowsOf = (id: string, values: readonly (Json | undefined)[]) =>
  values.map((value, index) => testRecord(String(index + 1), { [id]: value }));

test('a profile counts what plain JavaScript counts, and every bar and oddity leads to its rows', async () => {
  await fc.assert(
    fc.asyncProperty(testRecords, async (records) => {
      const source = engine.load(testColumns, records);
      const wanted = testColumns.map(({ id }) => id);
      const profile = await askProfile(engine, source, { today, columns: wanted });
      expect(profile.rows).toBe(records.length);
      for (const each of profile.columns) {
        const { column: id } = each;
        const values = records.map(({ fields }) => fields[id]);
        const column = source.columns.find((own) => own.id === id);
        if (!column) throw new Error(id);
        for (const state of ['null', 'empty', 'notSet', 'other'] as const)
          expect(each[state], `${state} of ${id}`).toBe(values.filter((value) => stateOf(id, value) === state).length);
        expect(each.filled + each.empty + each.null + each.notSet).toBe(records.length);
        expect(each.distinct, id).toBe(measureValues(values, column, 'distinct'));
        if (each.isHistogram) expect(each.bars.reduce((sum, bar) => sum + bar.rows, 0)).toBe(each.filled - each.other);
      }
      // Measures are held to plain JavaScript by a test of their own.
      const measured = (['min', 'max', 'median', 'average'] as const).flatMap((kind) =>
        source.columns.flatMap((column) =>
          wanted.includes(column.id) && measuresFor(column).includes(kind) ? [{ kind, column: column.id }] : [],
        ),
      );
      const { values: figures } = await askSummary(engine, source, measured);
      for (const [index, { kind, column }] of measured.entries()) {
        const each = profile.columns.find((own) => own.column === column);
        expect(each?.[kind === 'average' ? 'mean' : kind], `${kind} of ${column}`).toEqual(figures[index]);
      }
      const texts = records.flatMap(({ fields: { txt } }) => (typeof txt === 'string' && txt !== '' ? [txt] : []));
      const lengths = texts.map((text) => [...text].length);
      const { length } = profile.columns.find(({ column }) => column === 'txt') ?? {};
      const mean = lengths.reduce((sum, each) => sum + each, 0) / lengths.length;
      expect(length).toEqual(
        lengths.length === 0 ? null : { min: Math.min(...lengths), max: Math.max(...lengths), mean },
      );
      const parts = profile.columns.flatMap(({ bars, oddities }) => [...bars.slice(0, 3), ...oddities]);
      const behind = await idsBehind(
        engine,
        source,
        parts.map(({ selection }) => selection),
      );
      for (const [index, { rows, selection }] of parts.entries())
        expect(behind[index], JSON.stringify(selection)).toHaveLength(rows);
    }),
    runs,
  );
});

test('the rows of a selection come in order, some at a time', async () => {
  const source = engine.load(testColumns, rowsOf('num', [3, 1, undefined, 2, 5]));
  const sort = { column: 'num', isDescending: true };
  const selection = [{ column: 'num', is: 'range' as const, from: '2', to: null }];
  const { records, total } = await askRows(engine, source, { selection, sort, offset: 1, limit: 1 });
  expect([ids(records), total]).toEqual([['1'], 3]);
});

test('a profile tells numbers apart that no double does', async () => {
  const source = engine.load(testColumns, rowsOf('num', [9007199254740992, 9007199254740993n]));
  const { columns } = await askProfile(engine, source, { today, columns: ['num'] });
  expect(columns[0]).toMatchObject({ distinct: 2, median: '9007199254740992.5', isHistogram: false });
  expect(columns[0]?.bars.map(({ value }) => value)).toEqual([9007199254740992n, 9007199254740993n]);
});

test('a profile has the median of decimals of any size', async () => {
  const source = engine.load(testColumns, rowsOf('dec', [50, 0.11, 0.1, 0.1]));
  const { columns } = await askProfile(engine, source, { today, columns: ['dec'] });
  expect(columns[0]?.median).toBe('0.105');
});

test('a profile shows numbers that are too close to nought for bins by their values', async () => {
  const source = engine.load(
    testColumns,
    rowsOf(
      'dbl',
      Array.from({ length: 20 }, (_, index) => (index + 1) * 1e-30),
    ),
  );
  const { columns } = await askProfile(engine, source, { today, columns: ['dbl'] });
  expect(columns[0]).toMatchObject({ isHistogram: false, distinct: 20, rest: 8 });
});

test('spaces are those of JavaScript', async () => {
  const codes = Array.from({ length: 0x10000 }, (_, code) => code);
  const wanted = codes.filter((code) => String.fromCharCode(code).trim() === '');
  const sql = `SELECT code FROM (SELECT range AS code, chr(range::INT) AS c FROM range(1, 65536) WHERE range NOT BETWEEN 55296 AND 57343) WHERE ${hasOuterSpacesSql("c || 'a'")} AND ${hasOuterSpacesSql("'a' || c")} ORDER BY 1`;
  expect((await engine.run(sql)).rows.map(([code]) => Number(code))).toEqual(wanted);
});

test('what stands out is found, with an example', async () => {
  const values = [...Array.from({ length: 60 }, (_, index) => ['Red', 'Green'][index % 2]), ' Red', 'green', 'Blu'];
  const records = values.map((txt, index) =>
    testRecord(String(index), {
      txt,
      day: index === 3 ? '2046-12-31' : '2020-01-01',
      num: index === 5 ? 1_000_000 : index,
    }),
  );
  const found = standsOut(await askProfile(engine, engine.load(testColumns, records), { today }));
  expect(
    found
      .filter(({ kind }) => kind !== 'unfilled')
      .map(({ kind, column, rows, example }) => ({ kind, column, rows, example })),
  ).toEqual([
    { kind: 'future', column: 'day', rows: 1, example: '2046-12-31' },
    { kind: 'nearEqual', column: 'txt', rows: 62, example: expect.stringContaining('Red') },
    { kind: 'spaces', column: 'txt', rows: 1, example: ' Red' },
    { kind: 'outlier', column: 'num', rows: 1, example: '1000000' },
  ]);
});

describe('duplicates', () => {
  test('are the rows of equal values, and nothing is skipped silently', async () => {
    await fc.assert(
      fc.asyncProperty(testRecords, fc.constantFrom('txt', 'num', 'day', 'opt'), async (records, id) => {
        const answer = await askDuplicates(engine, engine.load(testColumns, records), {
          columns: [id],
          ignoring: [],
          limit: 100,
        });
        const groups = new Map<string, string[]>();
        for (const { item_id, fields } of records) {
          const value = fields[id];
          if (stateOf(id, value) !== 'value') continue;
          const key = shownValues(id, value).sort().join('|');
          groups.set(key, [...(groups.get(key) ?? []), item_id]);
        }
        const several = [...groups.values()].filter((group) => group.length > 1).map((group) => group.sort().join());
        expect(answer.groups.map(({ records: own }) => ids(own).join()).sort()).toEqual(several.sort());
        expect(answer.groupCount).toBe(several.length);
        expect(answer.skipped).toBe(records.filter(({ fields }) => stateOf(id, fields[id]) !== 'value').length);
      }),
      runs,
    );
  });

  test('may ignore case, accents and spaces', async () => {
    const source = engine.load(testColumns, rowsOf('txt', ['Jose  Maria', 'JOSÉ MARIA ', 'Jose Marie', 'josé  maria']));
    const ask = async (ignoring: ('case' | 'accents' | 'spaces')[]) =>
      (await askDuplicates(engine, source, { columns: ['txt'], ignoring, limit: 9 })).groups.map(({ records }) =>
        ids(records),
      );
    expect(await ask([])).toEqual([]);
    expect(await ask(['case', 'accents'])).toEqual([['1', '4']]);
    expect(await ask(['case', 'accents', 'spaces'])).toEqual([['1', '2', '4']]);
  });
});

test('text is found anywhere, the best first, with its place', async () => {
  const rows = [
    { txt: 'Grandrama' },
    { txt: 'A drama (1990)' },
    { txt: 'drama' },
    {
      opt: [
        { id: '1', name: 'Action' },
        { id: '2', name: 'Drama' },
      ],
    },
    { num: 1990 },
    { dec: '1990x' },
  ];
  const source = engine.load(
    testColumns,
    rows.map((fields, index) => testRecord(String(index), fields)),
  );
  const drama = await askFind(engine, source, { text: 'DRAMA', columns: [], limit: 10 });
  expect(drama.total).toBe(4);
  expect(
    drama.rows.map(({ record, matches: [best] }) => [
      record.item_id,
      best?.column,
      best?.kind,
      best?.text.slice(best.from, best.to),
    ]),
  ).toEqual([
    ['2', 'txt', 'exact', 'drama'],
    ['3', 'opt', 'exact', 'Drama'],
    ['1', 'txt', 'wordStart', 'drama'],
    ['0', 'txt', 'contains', 'drama'],
  ]);
  const year = await askFind(engine, source, { text: '1990', columns: [], limit: 1 });
  expect(year).toMatchObject({
    total: 3,
    perColumn: [
      { column: 'txt', rows: 1 },
      { column: 'num', rows: 1 },
      { column: 'dec', rows: 1 },
    ],
  });
  expect((await askFind(engine, source, { text: '(', columns: ['num'], limit: 1 })).total).toBe(0);
});

test('text is found in all rows that hold it, whatever its form', async () => {
  const needles = fc.constantFrom(
    'a',
    'Á',
    '0',
    '1.5',
    '-0',
    '99',
    'e-',
    'TRUE',
    'YES',
    'soon',
    'drama',
    '%',
    '_',
    '\\',
    ':',
    ';',
    '东',
  );
  await fc.assert(
    fc.asyncProperty(testRecords, needles, async (records, text) => {
      const source = engine.load(testColumns, records);
      const { total, rows, perColumn } = await askFind(engine, source, { text, columns: [], limit: 7 });
      const tests = source.columns.map(
        (column) =>
          `coalesce(contains(lower(coalesce(${textSql(column)}, CASE WHEN ${stateTests(column).other} THEN ${rawName(column)} END)), lower(${quoteText(text)})), false)`,
      );
      const wanted = await engine.run(`SELECT "item_id"::VARCHAR, ${tests.join(', ')} FROM ${source.table}`);
      const found = wanted.rows.filter((row) => row.includes(true)).map(([id]) => id);
      expect(total).toBe(found.length);
      expect(rows).toHaveLength(Math.min(7, total));
      expect(found).toEqual(expect.arrayContaining(ids(rows.map(({ record }) => record))));
      const counts = source.columns.map(({ id }, index) => ({
        column: id,
        rows: wanted.rows.filter((row) => row[index + 1] === true).length,
      }));
      expect(perColumn).toEqual(counts.filter((each) => each.rows > 0));
    }),
    { numRuns: 6 },
  );
});

test('figures have a filter of the API where it can express them exactly', async () => {
  const option = [{ id: '7', name: 'Drama' }];
  const source = engine.load(testColumns, [
    testRecord('1', { opt: option, txt: '', num: 1 }),
    testRecord('2', { opt: [...option, { id: '8', name: 'Action' }], num: null }),
  ]);
  const ask = async (...selection: Parameters<typeof rowsBehind>[2]) => {
    const { filter, noFilter } = await rowsBehind(engine, source, selection);
    return filter ? filter.and : noFilter?.reason;
  };
  expect(await ask({ column: 'opt', is: 'value', value: 'Drama' })).toEqual([{ field: 'opt', query: { in: ['7'] } }]);
  expect(await ask({ column: 'num', is: 'range', from: '0', to: '0.5' })).toEqual([
    { field: 'num', query: { gte: 0, lt: 0.5 } },
  ]);
  expect(await ask({ column: 'num', is: 'value', value: '9007199254740993' })).toEqual([
    { field: 'num', query: { eq: 9007199254740993n } },
  ]);
  expect(await ask({ column: 'day', is: 'range', from: '2020-01-01', to: '2021-01-01' })).toEqual([
    { field: 'day', query: { gte: '2020-01-01', lt: '2021-01-01' } },
  ]);
  expect(await ask({ column: 'num', is: 'null' })).toEqual([{ field: 'num', query: { em: true } }]);
  expect(await ask({ column: 'txt', is: 'empty' })).toBe('states');
  expect(await ask({ column: 'txt', is: 'spaces' })).toBe('operator');
  expect(await ask({ column: 'gone', is: 'filled' })).toBe('field');
  expect(await ask()).toEqual([]);
});

describe('a comparison', () => {
  const question: CompareQuestion = {
    with: 'snapshot',
    keys: [{ before: 'item_id', after: 'item_id' }],
    fields: [],
    areBlanksSame: false,
    show: null,
    limit: 1000,
  };
  const text = (value: unknown) =>
    value === undefined ? 'none' : JSON.stringify(value, (_, part) => (typeof part === 'bigint' ? `${part}n` : part));

  test('finds what was added, removed and changed, with both values', async () => {
    await fc.assert(
      fc.asyncProperty(testRecords, testRecords, fc.nat(5), async (before, other, offset) => {
        const after = [
          ...before.slice(offset),
          ...other.slice(0, 5).map((record, index) => ({ ...record, item_id: String(index + 1) })),
        ];
        const now = after.map((record, index): DwRecord => {
          const fields = index < 3 ? { ...record.fields, txt: 'new', num: null } : record.fields;
          // Later values widen a column: what stayed has to be the same in either form.
          return index === after.length - 1
            ? { ...record, fields: { ...fields, dec: 1e-30, num: 1e-40, day: '2020-01-01 10:00:00' } }
            : { ...record, fields };
        });
        const [one, two] = [engine.load(testColumns, before), engine.load(testColumns, now)];
        const fields = pairsOf(one, two).filter(({ before: id }) => testColumns.some((column) => column.id === id));
        const answer = await askCompare(engine, one, two, { ...question, fields });
        const was = new Map(before.map((record) => [record.item_id, record.fields]));
        const has = new Set(now.map(({ item_id }) => item_id));
        const wanted = now.flatMap(({ item_id, fields: own }) => {
          const old = was.get(item_id);
          if (!old) return [];
          const differing = testColumns
            .filter(({ id }) => text(old[id]) !== text(own[id]))
            .map(({ id }) => `${id} ${text(old[id])} ${text(own[id])}`);
          return differing.length === 0 ? [] : [`${item_id} ${differing.sort().join()}`];
        });
        const found = answer.rows
          .filter(({ kind }) => kind === 'changed')
          .map(
            ({ key, fields: own }) =>
              `${key} ${own
                .map((each) => `${each.before} ${text(each.old)} ${text(each.new)}`)
                .sort()
                .join()}`,
          );
        expect(found.sort()).toEqual(wanted.sort());
        const added = now.filter(({ item_id }) => !was.has(item_id)).length;
        expect(answer.counts).toEqual({
          added,
          removed: before.filter(({ item_id }) => !has.has(item_id)).length,
          changed: wanted.length,
          same: now.length - added - wanted.length,
        });
      }),
      runs,
    );
  });

  test('reports keys of several rows and rows without one, and takes a file by what people read', async () => {
    const file = engine.load(
      [
        { id: 'txt', label: 'Title', kind: 'text' },
        { id: 'num', label: 'Count', kind: 'number' },
        { id: 'opt', label: 'Options', kind: 'option' },
        { id: '#row', label: 'row', kind: 'number' },
      ],
      [
        { txt: 'a', num: 1, opt: ['Drama'] },
        { txt: 'b', num: 2 },
        { txt: 'b', num: 2 },
        { txt: '', num: 9 },
        { txt: 'c', num: null, opt: ['Drama', 'Action'] },
        { txt: 'e', num: 0.5 },
      ].map((fields, index) => testRecord('', { ...fields, '#row': index })),
    );
    const options = (...names: string[]) => names.map((name) => ({ id: name, name }));
    const table = engine.load(
      testColumns,
      [
        { txt: 'a', num: '1', opt: options('Drama') },
        { txt: 'b', num: 2 },
        { txt: 'c', num: 3, opt: options('Action', 'Drama') },
        { txt: 'd', num: null },
        { txt: 'e', num: 12345678901234567890n },
      ].map((fields, index) => testRecord(String(index), fields)),
    );
    const pair = (id: string) => ({ before: id, after: id });
    const answer = await askCompare(engine, table, file, {
      ...question,
      with: 'file',
      keys: [pair('txt')],
      fields: [pair('num'), pair('opt')],
      areBlanksSame: true,
    });
    expect(answer).toMatchObject({
      counts: { added: 0, removed: 1, changed: 2, same: 1 },
      changedPerField: [2, 0],
      withoutKey: { before: 0, after: 1 },
      repeated: { keys: 1, before: 1, after: 2, examples: [['b']] },
    });
    expect(answer.rows.filter(({ kind }) => kind === 'changed')).toMatchObject([
      { key: ['c'], before: { id: '2' }, after: { id: '4' }, fields: [{ before: 'num', old: 3, new: null }] },
      { key: ['e'], after: { id: '5' }, fields: [{ old: 12345678901234567890n, new: 0.5 }] },
    ]);
    const same = await askCompare(engine, table, file, { ...question, keys: [pair('txt')], show: 'same', limit: 1 });
    expect(same.rows).toMatchObject([{ kind: 'same', key: ['a'], fields: [] }]);
  });

  test('tells null, empty and not set apart, or takes them for the same', async () => {
    const blanks = [undefined, null, ''];
    const before = engine.load(testColumns, rowsOf('txt', blanks));
    const after = engine.load(testColumns, rowsOf('txt', [null, '', undefined]));
    const ask = async (areBlanksSame: boolean) =>
      (
        await askCompare(engine, before, after, {
          ...question,
          fields: [{ before: 'txt', after: 'txt' }],
          areBlanksSame,
        })
      ).counts;
    expect(await ask(false)).toMatchObject({ changed: 3, same: 0 });
    expect(await ask(true)).toMatchObject({ changed: 0, same: 3 });
  });
});
