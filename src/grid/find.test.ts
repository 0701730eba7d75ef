import { describe, expect, test } from 'vitest';
import { parseJson } from '../contract/json';
import { noDrafts, stage } from '../edits/drafts';
import { columnsOf } from './columns/columns-of';
import {
  type FindSource,
  type Found,
  findCells,
  foundBeside,
  foundFrom,
  matcherOf,
  numberOf,
  orderOf,
  placeOf,
  shownText,
} from './find';
import { config, record } from './test-table';

const words = { null: 'null', missing: 'missing', empty: 'empty', yes: 'Yes', no: 'No', misfit: 'Another kind' };
const records = [
  record('231', { name: 'Trabant', size: 601, segment: [{ id: '91' }] }),
  record('232', { name: 'a trabant, and a TRABANT', size: null, segment: [{ id: '92', name: 'Outlet' }] }),
  record('233', { name: 'Wartburg', size: 9007199254740993n }),
];
const columns = columnsOf(records, config).slice(0, 4);
const source: FindSource = {
  rows: 3,
  columns,
  recordAt: (row) => records[row],
  drafts: noDrafts.drafts,
  words,
  fileName: () => undefined,
  onCards: false,
};

function search(text: string, of: Partial<FindSource> = {}): Found & { steps: number } {
  const found: Found = { cells: [], rows: 0 };
  const matcher = matcherOf(text);
  let steps = 0;
  if (matcher) for (const _step of findCells(matcher, { ...source, ...of }, found)) steps += 1;
  return { ...found, steps };
}
const places = (text: string, of?: Partial<FindSource>) =>
  search(text, of).cells.map((cell) => {
    const { row, column } = placeOf(cell, (of?.columns ?? columns).length);
    return `${row}/${column}`;
  });

describe('a text in loaded rows', () => {
  test('is found in any case, each cell once, in reading order', () => {
    expect(places('tRabant')).toEqual(['0/1', '1/1']);
    expect(places('23')).toEqual(['0/0', '1/0', '2/0']);
    expect(places('t')).toEqual(['0/1', '1/1', '1/3', '2/1']);
  });

  test('is on cards not found in the ID of a record, which they do not show, but by all of it', () => {
    const titled = records.map((each, row) => ({ ...each, title: row === 2 ? null : 'Car' }));
    const cards = { onCards: true, recordAt: (row: number) => titled[row] };
    // A card without a title shows the ID in its place.
    expect(places('23', cards)).toEqual(['2/0']);
    expect(places('232', cards)).toEqual(['1/0']);
  });

  test('is found as shown: options by name, numbers with every digit, but no placeholders', () => {
    expect(places('flagship')).toEqual(['0/3']);
    expect(places('740993')).toEqual(['2/2']);
    expect(places('null')).toEqual([]);
    expect(places('91')).toEqual([]);
  });

  test('is found in changed values, and not in replaced ones', () => {
    const edit = {
      record: { item_id: '231', title: null, updated_on: null },
      field_id: 'name',
      before: 'Trabant',
      after: 'Barkas',
    };
    const { drafts } = stage(noDrafts, [edit], 1);
    expect(places('trabant', { drafts })).toEqual(['1/1']);
    expect(places('barkas', { drafts })).toEqual(['0/1']);
  });

  test('is searched in visible columns and loaded rows, which are counted', () => {
    expect(places('trabant', { columns: columns.slice(2) })).toEqual([]);
    const far = (row: number) => (row === 0 ? records[0] : row === 205 ? records[1] : undefined);
    expect(search('trabant', { rows: 1_000_000, recordAt: far })).toMatchObject({ cells: [1], rows: 1 });
    const page = (row: number) => (row >= 200 && row < 203 ? records[row - 200] : undefined);
    expect(search('trabant', { rows: 1_000_000, recordAt: page })).toMatchObject({ rows: 3 });
    expect(places('trabant', { rows: 1_000_000, recordAt: page })).toEqual(['200/1', '201/1']);
  });

  test('is not a pattern', () => {
    const own = [record('1', { name: 'a.b (c) [d] \\ $1 +' })];
    const of = { rows: 1, recordAt: (row: number) => own[row] };
    for (const text of ['a.b', '(c)', '[d]', '\\', '$1', '+']) expect(places(text, of)).toContain('0/1');
    expect(places('a-b', of)).toEqual([]);
    expect(matcherOf('')).toBeNull();
  });

  test('is searched row by row; a long text is a step of its own', () => {
    expect(search('x').steps).toBe(3);
    const long = [record('1', { name: 'y'.repeat(100_000) })];
    expect(search('x', { rows: 1, recordAt: (row) => long[row] }).steps).toBe(2);
  });
});

describe('the text of a cell', () => {
  const column = (kind: 'text' | 'long-text' | 'switch' | 'location' | 'json' | 'user') => ({ kind, config: null });
  test('is what it shows, uncut', () => {
    expect(shownText('x'.repeat(1000), column('text'), source)).toHaveLength(1000);
    expect(shownText('<p>rich <b>text</b></p>', column('long-text'), source)).toMatch(/^rich\s+text$/);
    expect(shownText(true, column('switch'), source)).toBe('Yes');
    expect(shownText(0, column('switch'), source)).toBe('No');
    expect(shownText(false, column('text'), source)).toBe('No');
    const place = { name: 'Zwickau', coordinate: { lat: 50.7, lon: 12.5 } };
    expect(shownText(place, column('location'), source)).toBe('Zwickau 50.7, 12.5');
    expect(shownText(place, column('text'), source)).toContain('Zwickau');
    expect(shownText(parseJson('{"n": 12345678901234567890}'), column('json'), source)).toBe(
      '{"n":12345678901234567890}',
    );
    expect(shownText([{ user_id: '7', name: 'Ada' }], column('user'), source)).toBe('Ada');
  });

  test('of files is the names that were looked up, and else what the value has', () => {
    const source = { words, fileName: (id: string) => ({ '61': 'map.png' })[id] };
    const files = { kind: 'file', config: null } as const;
    expect(shownText(['61', '62', { file_id: 63, name: 'c.csv' }], files, source)).toBe('map.png, 62, c.csv');
    expect(shownText('61', files, source)).toBe('map.png');
  });

  test('is empty where there is no value', () => {
    for (const value of [undefined, null, '', []]) expect(shownText(value, column('text'), source)).toBe('');
  });
});

describe('the matching cells', () => {
  const cells = [3, 7, 20];
  test('are stepped through in both directions, and wrap', () => {
    expect(foundBeside(cells, 3, 1)).toBe(7);
    expect(foundBeside(cells, 20, 1)).toBe(3);
    expect(foundBeside(cells, 3, -1)).toBe(20);
    expect(foundBeside(cells, 8, -1)).toBe(7);
    expect(foundBeside([], 8, 1)).toBeNull();
    expect(foundBeside([], 8, -1)).toBeNull();
  });

  test('are numbered, and searched from a cell on', () => {
    expect(orderOf(cells, 20)).toBe(3);
    expect(orderOf(cells, 19)).toBeNull();
    expect(foundFrom(cells, 7)).toBe(7);
    expect(foundFrom(cells, 8)).toBe(20);
    expect(foundFrom(cells, 21)).toBeNull();
  });

  test('have exact positions, also ten million rows down', () => {
    const place = { row: 9_999_999, column: 199 };
    expect(placeOf(numberOf(place, 200), 200)).toEqual(place);
  });
});
