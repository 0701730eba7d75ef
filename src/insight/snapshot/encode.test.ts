import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { decimalOf, isNumeric, textOfDecimal } from '../../contract/decimal';
import { fieldKinds } from '../../contract/field-kinds';
import { formatJson, isJsonObject, type Json, type JsonObject, parseJson, setOwn } from '../../contract/json';
import type { DwRecord } from '../../contract/records';
import { type TestEngine, testEngine } from '../engine/test-engine';
import { type InputColumn, recordOf, recordSelection } from './encode';
import { columnName, quoteName, rawName, type Source } from './snapshot-column';

let engine: TestEngine;
beforeAll(async () => {
  engine = await testEngine();
});

const blank = { title: null, created_on: null, created_by: null, updated_on: null, updated_by: null };
const record = (item_id: string, fields: JsonObject, rest: Partial<DwRecord> = {}): DwRecord => ({
  ...blank,
  item_id,
  ...rest,
  fields,
});

async function stored({ table, columns }: Source): Promise<DwRecord[]> {
  const { rows } = await engine.run(`SELECT ${recordSelection(columns)} FROM ${table}`);
  return rows.map((row) => recordOf(columns, row));
}

/** The two columns of a field. */
async function pairs({ table, columns }: Source, id: string) {
  const column = columns.find((each) => each.id === id);
  if (!column) throw new Error(`no column ${id}`);
  const { rows } = await engine.run(`SELECT ${columnName(column)}, ${rawName(column)} FROM ${table}`);
  return { column, rows };
}

const column = (id: string, kind: InputColumn['kind'], label = id): InputColumn => ({ id, label, kind });
const values = (...list: (Json | undefined)[]): DwRecord[] =>
  list.map((value, index) => record(String(index + 1), value === undefined ? {} : { F: value }));

describe('a snapshot', () => {
  test('keeps not set, null, an empty text and an empty list apart', async () => {
    const source = engine.load([column('F', 'text')], values(undefined, null, '', [], 'a'));
    expect((await pairs(source, 'F')).rows).toEqual([
      [null, null],
      [null, 'null'],
      [null, '""'],
      [null, '[]'],
      ['a', null],
    ]);
    expect(await stored(source)).toEqual(values(undefined, null, '', [], 'a'));
  });

  test.each([
    ['integers', [1, -7], 'integer', [1n, -7n]],
    ['integers of 64 bits', [1, 18446744073709551615n], 'integer', [1n, 18446744073709551615n]],
    ['prices', [1, 12.5, 0.07], 'decimal', ['1.00', '12.50', '0.07']],
    ['small ones', [1e-7, 2], 'decimal', ['0.0000001', '2.0000000']],
    ['great ones', [1e300, 0.5], 'double', [1e300, 0.5]],
  ] as const)('holds %s exactly, in one batch and as they come', async (_, given, type, cells) => {
    for (const batch of [100, 1]) {
      const source = engine.load([column('F', 'number')], values(...given), 'numbers', batch);
      const { column: made, rows } = await pairs(source, 'F');
      expect(made.type).toBe(type);
      expect(rows).toEqual(cells.map((cell) => [cell, null]));
    }
  });

  test('says what a double cannot hold in the raw column', async () => {
    const given = [9007199254740993n, 0.5, 1e300];
    for (const batch of [100, 1]) {
      const { rows } = await pairs(engine.load([column('F', 'number')], values(...given), 'n', batch), 'F');
      expect(rows).toEqual([
        [9007199254740992, '9007199254740993'],
        [0.5, null],
        [1e300, null],
      ]);
    }
  });

  test('reads days, and times as soon as one is there', async () => {
    const days = await pairs(engine.load([column('F', 'date')], values('2026-03-14', '2026-02-30', 'soon')), 'F');
    expect(days.column.type).toBe('date');
    expect(days.rows).toEqual([
      ['2026-03-14', null],
      [null, '"2026-02-30"'],
      [null, '"soon"'],
    ]);
    for (const batch of [100, 1]) {
      const given = ['2026-03-14', '2026-03-14 09:26:53', '2026-03-14 09:26:53.5', '2026-03-14T09:26:53+08:00'];
      const times = await pairs(engine.load([column('F', 'date')], values(...given), 't', batch), 'F');
      expect(times.column.type).toBe('time');
      expect(times.rows).toEqual([
        ['2026-03-14 00:00:00', '"2026-03-14"'],
        ['2026-03-14 09:26:53', null],
        ['2026-03-14 09:26:53.5', null],
        ['2026-03-14 01:26:53', '"2026-03-14T09:26:53+08:00"'],
      ]);
    }
  });

  test('holds names of options and persons, and in the raw column what else is known of them', async () => {
    const options: Json = [
      { id: '1', name: 'red', color: null },
      { id: '2', name: 'blue', color: null },
    ];
    const { column: made, rows } = await pairs(engine.load([column('F', 'option')], values(options, ['a', 'b'])), 'F');
    expect(made.isList).toBe(true);
    expect(rows).toEqual([
      [['red', 'blue'], JSON.stringify(options)],
      [['a', 'b'], null],
    ]);
  });

  test('makes columns of fields that nobody named, by their first value', async () => {
    const records = [
      record('1', { A: null }),
      record('2', { A: 2, B: [{ user_id: '1', name: 'x' }] }),
      record('3', {}),
    ];
    for (const batch of [100, 1]) {
      const source = engine.load([], records, 'found', batch);
      expect(source.columns.slice(6)).toMatchObject([
        { id: 'A', kind: 'number', type: 'integer' },
        { id: 'B', kind: 'user', isList: true },
      ]);
      expect(await stored(source)).toEqual(records);
    }
  });

  test('has names apart that the engine takes as one, and labels too', async () => {
    const named = ['abc', 'ABC', 'abc#raw', '', 'q"uote', "apo'", '__proto__', 'title', 'select'];
    const fields: JsonObject = {};
    for (const [index, id] of named.entries()) setOwn(fields, id, index);
    const input = named.slice(0, 5).map((id) => column(id, 'number', 'Same'));
    const source = engine.load(input, [record('1', fields, { title: 't' })], 'cars "x"');
    expect(await stored(source)).toEqual([record('1', fields, { title: 't' })]);
    const { columns } = await engine.run(`SELECT * FROM ${quoteName('cars "x"')}`);
    expect(columns.slice(6, 9).map(({ name }) => name)).toEqual(['Same', 'Same (2)', 'Same (3)']);
  });

  test('gives any record back', async () => {
    // As a number is read: an integer that a double need not hold is a bigint, and zero has no sign.
    // The same number comes back, but not that a service wrote it as 1e21.
    const byDigits = (value: Json): Json => {
      if (isNumeric(value)) return `number ${textOfDecimal(decimalOf(value))}`;
      if (Array.isArray(value)) return value.map(byDigits);
      if (!isJsonObject(value)) return value;
      const digits: JsonObject = {};
      for (const [name, each] of Object.entries(value)) setOwn(digits, name, byDigits(each));
      return digits;
    };
    const asRead = (value: number) => parseJson(formatJson(value + 0)) as number | bigint;
    const asDecimal = ([digits, scale]: [bigint, number]) => parseJson(textOfDecimal({ digits, scale: BigInt(scale) }));
    const text = fc.oneof(
      fc.string(),
      fc.string({ unit: 'binary' }),
      fc.constantFrom('\0', '\ud800', ' a ', '2026-03-14', '2026-03-14 09:26:53.120', '007', '"', 'null'),
    );
    const number = fc.oneof(
      fc.integer(),
      fc.double({ noNaN: true, noDefaultInfinity: true }).map(asRead),
      fc.integer({ min: -1e6, max: 1e6 }).map((value) => value / 100),
      fc.bigInt({ min: 2n ** 53n, max: 2n ** 64n }),
      fc.bigInt({ min: 2n ** 63n, max: 2n ** 300n }),
      fc.tuple(fc.bigInt({ min: -(2n ** 90n), max: 2n ** 90n }), fc.integer({ min: 1, max: 30 })).map(asDecimal),
    );
    const reference = fc.record({ id: fc.oneof(text, fc.integer()), name: fc.oneof(text, fc.constant(null)) });
    const leaf = fc.oneof(text, number, fc.boolean(), fc.constant(null));
    const json = fc.oneof(
      leaf,
      fc.array(text, { maxLength: 3 }),
      fc.array(reference, { maxLength: 3 }),
      fc.array(leaf, { maxLength: 3 }),
      fc.dictionary(text, fc.oneof(leaf, fc.array(leaf, { maxLength: 2 })), { maxKeys: 3 }),
    ) as fc.Arbitrary<Json>;
    const id = fc.constantFrom('A', 'a', 'B', '__proto__', 'x"', 'A#raw', '#rest', 'item_id', 'created_on');
    const fields = fc.array(fc.tuple(id, json), { maxLength: 6 }).map((entries) => {
      const made: JsonObject = {};
      for (const [name, value] of entries) setOwn(made, name, value);
      return made;
    });
    const user = fc.record({ user_id: fc.constantFrom('1', null), name: text, avatar: fc.constantFrom('u', null) });
    const made = fc.record({
      title: fc.oneof(text, fc.constant(null)),
      created_on: fc.constantFrom(null, '2026-01-02 03:04:05', '2026-01-02', 'x'),
      created_by: fc.oneof(user, fc.constant(null)),
      updated_on: fc.constantFrom(null, '2026-01-02 03:04:05'),
      updated_by: fc.constant(null),
      fields,
    });
    const ids = fc.constantFrom(
      '1',
      '18446744073709551615',
      '99999999999999999999999999999999999999',
      '-0',
      '007',
      'x',
    );
    const given = fc.uniqueArray(fc.record({ item_id: fc.oneof(fc.nat().map(String), ids), made }), {
      selector: ({ item_id }) => item_id,
      minLength: 1,
      maxLength: 24,
      size: 'max',
    });
    const input = fc.uniqueArray(fc.record({ id, label: text, kind: fc.constantFrom(...fieldKinds) }), {
      selector: ({ id: name }) => name,
      maxLength: 7,
      size: 'max',
    });
    await fc.assert(
      fc.asyncProperty(given, input, fc.integer({ min: 4, max: 12 }), async (rows, columns, batch) => {
        const records = rows.map(({ item_id, made: rest }) => ({ item_id, ...rest }));
        const source = engine.load(columns, records, 'any', batch);
        expect(byDigits((await stored(source)) as unknown as Json)).toEqual(byDigits(records as unknown as Json));
        engine.database.execute([`DROP VIEW ${source.labelled}`, `DROP TABLE ${source.table}`]);
      }),
      { numRuns: 14 },
    );
  });
});
