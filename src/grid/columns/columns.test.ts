import { describe, expect, test } from 'vitest';
import { kindOfValue } from '../../contract/field-kinds';
import { formatJson, type Json, type JsonObject } from '../../contract/json';
import type { DwRecord } from '../../contract/records';
import type { FieldConfig, TableConfig } from '../../contract/tables';
import { previewLength, previewOf, previewOfJson } from '../cells/preview';
import { type Distribution, sparkPath } from '../profile/distribution';
import { profilesOf } from '../profile/profile';
import { agreement, cellValue, columnsOf, keepColumns } from './columns-of';

function record(item_id: string, fields: JsonObject): DwRecord {
  return { item_id, title: null, created_on: null, created_by: null, updated_on: null, updated_by: null, fields };
}

function field(field_id: string, name: string, field_type: string): FieldConfig {
  return { field_id, name, field_type, required: false, config: {} };
}

describe('kind of a value', () => {
  const seen: [Json, string | null][] = [
    [null, null],
    ['', null],
    [[], null],
    ['Vila Flor', 'text'],
    ['2026-11-19', 'date'],
    ['2026-11-19 18:40:00', 'date'],
    ['2026-11', 'text'],
    ['two\nlines', 'long-text'],
    [3, 'number'],
    [9007199254740993n, 'number'],
    [false, 'switch'],
    [[{ id: '1', name: 'Flagship', color: 'red' }], 'option'],
    [['Flagship'], 'option'],
    [[{ user_id: '7', name: 'Ana' }], 'user'],
    [{ item_id: '23', title: 'Store' }, 'relation'],
    [[{ item_id: '23', title: 'Store' }], 'relation'],
    [[{ file_id: 5, name: 'a.png' }], 'file'],
    [{ poi: 'x', coordinate: { lat: 1, lon: 2 } }, 'location'],
    [{ anything: 1 }, 'json'],
    [[1, 2], 'json'],
  ];
  test.each(seen.map(([value, kind]) => ({ text: formatJson(value), value, kind })))(
    '$text is $kind',
    ({ value, kind }) => {
      expect(kindOfValue(value)).toBe(kind);
    },
  );
});

describe('columns', () => {
  const records = [
    record('1', { a: 'x', b: 1, late: null }),
    record('2', { a: 'y', b: 2.5 }),
    record('3', { a: '', b: null, new: true }),
  ];

  test('are in the order first seen, between the record and the system fields', () => {
    const columns = columnsOf(records, null);
    expect(columns.map(({ id, kind, source }) => [id, kind, source])).toEqual([
      ['item_id', 'text', 'system'],
      ['a', 'text', 'values'],
      ['b', 'number', 'values'],
      ['late', 'text', 'values'],
      ['new', 'switch', 'values'],
      ['updated_on', 'date', 'system'],
      ['updated_by', 'user', 'system'],
      ['created_on', 'date', 'system'],
      ['created_by', 'user', 'system'],
    ]);
  });

  test('take order, names and types from the table config; an unknown type is detected from values', () => {
    const config: TableConfig = {
      table_id: '21',
      name: 't',
      fields: [
        field('b', 'Amount', 'money'),
        field('a', 'Letter', 'hologram'),
        field('none', 'Never sent', 'category'),
      ],
    };
    const columns = columnsOf(records, config).slice(1, 5);
    expect(columns.map(({ id, name, kind, source }) => [id, name, kind, source])).toEqual([
      ['b', 'Amount', 'number', 'config'],
      ['a', 'Letter', 'text', 'values'],
      ['none', 'Never sent', 'option', 'config'],
      ['late', null, 'text', 'values'],
    ]);
  });

  test('are typed by a config of every type in the field notes, with and without fitting values', () => {
    // Kinds of the field notes, in the words a config may use for them.
    const words: [word: string, kind: string][] = [
      ['text', 'text'],
      ['textarea', 'long-text'],
      ['richtext', 'long-text'],
      ['category', 'option'],
      ['date', 'date'],
      ['time', 'text'],
      ['user', 'user'],
      ['money', 'number'],
      ['number', 'number'],
      ['switch', 'switch'],
      ['auto_number', 'text'],
      ['rating', 'number'],
      ['progress', 'number'],
      ['phone', 'text'],
      ['email', 'text'],
      ['attachment', 'file'],
      ['image', 'file'],
      ['location', 'location'],
      ['address', 'location'],
      ['signature', 'file'],
      ['barcode', 'text'],
      ['relation', 'relation'],
      ['calculation', 'number'],
    ];
    const config = { table_id: '21', name: 't', fields: words.map(([word], index) => field(`f${index}`, word, word)) };
    const kinds = (of: DwRecord[]) => columnsOf(of, config).slice(1, words.length + 1);
    expect(kinds([]).map(({ name, kind, source }) => [name, kind, source])).toEqual(
      words.map(([word, kind]) => [word, kind, 'config']),
    );
    // Values of another type change neither; the share that agrees is shown.
    const other = record('1', Object.fromEntries(words.map((_, index) => [`f${index}`, { odd: true }])));
    expect(kinds([other]).map(({ kind, confidence }) => [kind, confidence])).toEqual(
      words.map(([, kind]) => [kind, 0]),
    );
  });

  test('two hundred without a config are found, although types change from row to row', () => {
    const values: Json[] = [1, 'a', true, null, [1], { x: 1 }, '2026-11-19', ''];
    const rows = Array.from({ length: 50 }, (_, row) =>
      record(
        String(row),
        Object.fromEntries(
          Array.from({ length: 200 }, (_, at) => [`c${at}`, values[(row + at) % values.length] as Json]),
        ),
      ),
    );
    const columns = columnsOf(rows, null);
    expect(columns).toHaveLength(205);
    const mixed = columns.slice(1, 201);
    expect(
      mixed.every(({ kind, source, confidence }) => kind === 'json' && source === 'values' && confidence < 0.4),
    ).toBe(true);
  });

  test('stay when other rows lack them; new ones come before the system fields', () => {
    const before = columnsOf(records, null);
    const now = columnsOf([record('7', { b: 4, fresh: 'x' })], null);
    const kept = keepColumns(before, now);
    expect(kept.map(({ id }) => id)).toEqual([
      ...['item_id', 'a', 'b', 'late', 'new', 'fresh'],
      ...['updated_on', 'updated_by', 'created_on', 'created_by'],
    ]);
    expect(kept[1]).toBe(before[1]);
    expect(kept[2]).toBe(now[1]);
    const configured = columnsOf(records, { table_id: '21', name: '', fields: [field('b', 'Amount', 'money')] });
    expect(keepColumns(before, configured)).toEqual(configured);
  });

  test('missing, null and empty are counted apart', () => {
    const profiles = profilesOf(records);
    expect(profiles.get('a')).toMatchObject({ records: 3, missing: 0, nulls: 0, empties: 1 });
    expect(profiles.get('b')).toMatchObject({ missing: 0, nulls: 1, empties: 0 });
    expect(profiles.get('late')).toMatchObject({ missing: 2, nulls: 1, empties: 0 });
  });

  test('a field of changing types is JSON; texts of any form are text', () => {
    const mixed = [1, 'a', true, [1], { x: 1 }].map((value, index) => record(String(index), { m: value }));
    expect(columnsOf(mixed, null)[1]).toMatchObject({ id: 'm', kind: 'json', confidence: 0.4 });
    const texts = ['a', '2026-11-19', 'b', 'c'].map((value, index) => record(String(index), { m: value }));
    expect(columnsOf(texts, null)[1]).toMatchObject({ kind: 'text', confidence: 1 });
  });

  test('short texts agree with a field of long texts, numbers do not', () => {
    const profile =
      profilesOf(['a', '2026-11-19', 3, 4].map((m, index) => record(String(index), { m }))).get('m') ?? null;
    expect(agreement(profile, 'long-text')).toBe(0.5);
    expect(agreement(profile, 'number')).toBe(0.5);
    expect(agreement(profile, 'date')).toBe(0.25);
  });

  test('a distribution is drawn where values allow one', () => {
    const words = ['BR', 'BR', 'BR', 'CN', 'CN', 'CH'].map((value, index) =>
      record(String(index), { c: value, n: index }),
    );
    const [, c, n] = columnsOf(words, null);
    expect(c?.distribution).toEqual({
      of: 'words',
      ranges: null,
      words: ['BR', 'CN', 'CH'],
      bars: [1, 2 / 3, 1 / 3],
      text: 'BR 50%, CN 33%, CH 17%',
    });
    expect(n?.distribution).toMatchObject({ of: 'range', text: '0 – 5' });
    expect(columnsOf([record('1', { n: 4 })], null)[1]?.distribution).toBeNull();
    // Dates and numbers among texts are no lengths.
    const odd = ['aa', 'bbbb', 'a', '2026-11-19', 'ab', 'abc', 'b', 'c'].map((value, index) =>
      record(String(index), { t: value }),
    );
    expect(columnsOf(odd, null)[1]?.distribution).toMatchObject({ of: 'lengths', text: '1 – 4' });
    expect(c && sparkPath({ ...c.distribution, bars: [1, 0, 0.01] } as Distribution)).toBe(
      'M0 14v-13h5v13zM12 14v-1h5v1z',
    );
    // Six ranges fill the chart.
    expect(n?.distribution && sparkPath(n.distribution)).toMatch(/^M0 14v-13h10v13z.*M60 14v-13h10v13z$/);
  });

  test('values of system fields are read like others; a missing one is undefined', () => {
    const whole = { ...record('9', { a: null }), updated_on: '2026-11-19 18:40:00' };
    expect(cellValue(whole, 'item_id')).toBe('9');
    expect(cellValue(whole, 'updated_on')).toBe('2026-11-19 18:40:00');
    expect(cellValue(whole, 'a')).toBeNull();
    expect(cellValue(whole, 'created_by')).toBeUndefined();
    expect(cellValue(whole, 'constructor')).toBeUndefined();
  });
});

describe('what a cell receives', () => {
  test('a text of 2 MB is cut and put on one line', () => {
    expect(previewOf('x'.repeat(2_000_000))).toHaveLength(previewLength + 1);
    expect(previewOf('one\n  two')).toBe('one ⏎ two');
    expect(previewOf('one\ttwo\r\n\tthree')).toBe('one ⇥ two ⏎ three');
  });
  test('a large JSON value is cut', () => {
    expect(previewOfJson({ a: 'x'.repeat(2_000_000), b: 1 }).length).toBeLessThan(previewLength + 20);
    expect(previewOfJson({ a: 1, b: [null, 9007199254740993n] })).toBe('{"a":1,"b":[null,9007199254740993]}');
  });
});
