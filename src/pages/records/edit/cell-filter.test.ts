import { describe, expect, test } from 'vitest';
import type { Json } from '../../../contract/json';
import { operandText } from '../query/filter-text';
import { column } from '../query/test-column';
import { cellFilter, filterValuesMax, rangeFilter, wordFilter } from './cell-filter';

const text = column('name', 'text');
const number = column('size', 'number');
const option = column('segment', 'option');
const recordId = { ...column('item_id', 'text'), source: 'system' as const };
const flagship = [{ id: '91', name: 'Flagship' }];
const outlet = [{ id: '92', name: 'Outlet' }];

const ask = (of: typeof text, cells: (Json | undefined)[], equal = true) => cellFilter(of, cells, equal)?.entry;

describe('the filter from selected cells', () => {
  test('one cell: by value, by IDs of references, by emptiness', () => {
    expect(ask(text, ['BR'])).toEqual({ field: 'name', query: { eq: 'BR' } });
    expect(ask(text, ['BR'], false)).toEqual({ field: 'name', query: { ne: 'BR' } });
    expect(ask(option, [flagship])).toEqual({ field: 'segment', query: { eq: ['91'] } });
    expect(ask(number, [null])).toEqual({ field: 'size', query: { em: true } });
    expect(ask(number, [undefined], false)).toEqual({ field: 'size', query: { em: false } });
    expect(ask(column('f', 'file'), [[{ file_id: 1 }]])).toBeUndefined();
  });

  test('several cells: any of their values, each once', () => {
    expect(ask(text, ['BR', 'CN', 'BR'])).toEqual({ field: 'name', query: { eq: ['BR', 'CN'] } });
    expect(ask(recordId, ['231', '232'])).toEqual({ field: 'item_id', query: { in: ['231', '232'] } });
    expect(ask(option, [flagship, outlet, flagship])).toEqual({ field: 'segment', query: { in: ['91', '92'] } });
    expect(ask(option, [flagship, outlet], false)).toEqual({ field: 'segment', query: { nin: ['91', '92'] } });
    expect(ask(number, [1, 2])).toEqual({
      or: [
        { field: 'size', query: { eq: 1 } },
        { field: 'size', query: { eq: 2 } },
      ],
    });
    expect(ask(text, ['BR', 'CN'], false)).toEqual({
      and: [
        { field: 'name', query: { ne: 'BR' } },
        { field: 'name', query: { ne: 'CN' } },
      ],
    });
  });

  test('empty cells among them add a condition', () => {
    expect(ask(text, ['BR', null, ''])).toEqual({
      or: [
        { field: 'name', query: { eq: 'BR' } },
        { field: 'name', query: { em: true } },
      ],
    });
    expect(ask(text, ['BR', undefined], false)).toEqual({
      and: [
        { field: 'name', query: { ne: 'BR' } },
        { field: 'name', query: { em: false } },
      ],
    });
    expect(ask(recordId, ['231', null])).toBeUndefined();
    expect(cellFilter(text, ['BR', null], true)).toMatchObject({ values: ['BR'], empty: true });
  });

  test('too many values make no filter', () => {
    const many = Array.from({ length: filterValuesMax + 1 }, (_each, index) => index);
    expect(ask(number, many)).toBeUndefined();
    expect(ask(number, many.slice(1))).toBeDefined();
    expect(ask(number, [])).toBeUndefined();
    expect(operandText([flagship, outlet], option)).toEqual({ shown: 'Flagship, Outlet', more: 0 });
  });
});

describe('the text of a filter pill', () => {
  test('options by name, the first three of many, alternatives by their values', () => {
    const named = column('segment', 'option', {
      options: [
        { id: '91', name: 'Flagship', color: null },
        { id: '92', name: 'Outlet', color: null },
      ],
    });
    expect(operandText(['91', '92'], named)).toEqual({ shown: 'Flagship, Outlet', more: 0 });
    expect(operandText(['a', 'b', 'c', 'd', 'e'], text)).toEqual({ shown: 'a, b, c', more: 2 });
    expect(operandText(9007199254740993n, undefined)).toEqual({ shown: '9007199254740993', more: 0 });
    expect(operandText([{ eq: 1 }, { eq: 2 }], number)).toEqual({ shown: '1, 2', more: 0 });
  });
});

describe('a bar of a distribution', () => {
  const range = { from: 8, to: 12.5, holdsEnd: false };
  test.each([
    [{ id: 'size', kind: 'number' }, range, { gte: 8, lt: 12.5 }],
    [
      { id: 'size', kind: 'number' },
      { ...range, holdsEnd: true },
      { gte: 8, lte: 12.5 },
    ],
    [{ id: 'size', kind: 'number' }, { from: 8, to: 8, holdsEnd: true }, { eq: 8 }],
    [
      { id: 'day', kind: 'date' },
      { from: '2026-01-01', to: '2026-01-02', holdsEnd: false },
      { gte: '2026-01-01', lt: '2026-01-02' },
    ],
    [{ id: 'day', kind: 'date' }, { from: '2026-01-01', to: '9999-12-31', holdsEnd: true }, { gte: '2026-01-01' }],
  ] as const)('of %o from %o is asked for by %o', (column, bar, query) => {
    expect(rangeFilter(column, bar)).toEqual({ field: column.id, query });
  });

  test('of a word asks for all rows with that option, and for that text', () => {
    const names = new Map([
      ['91', 'Open'],
      ['92', 'Done'],
      ['93', 'Open'],
    ]);
    expect(wordFilter({ id: 'state', kind: 'option' }, 'Open', names)).toEqual({
      field: 'state',
      query: { in: ['91', '93'] },
    });
    expect(wordFilter({ id: 'state', kind: 'option' }, 'Gone', names)).toBeNull();
    expect(wordFilter({ id: 'name', kind: 'text' }, 'BR', new Map())).toEqual({ field: 'name', query: { eq: 'BR' } });
    // Of a longer text only its beginning is known.
    expect(wordFilter({ id: 'name', kind: 'text' }, 'x'.repeat(80), new Map())).toBeNull();
  });

  test('makes no filter for types without ranges', () => {
    expect(rangeFilter({ id: 'name', kind: 'text' }, range)).toBeNull();
  });
});
