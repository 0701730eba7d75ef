import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Filter } from '../../../contract/filter';
import type { Json } from '../../../contract/json';
import { noChoice } from '../../../grid/columns/column-choice';
import {
  changeViews,
  historyMax,
  parseHistory,
  readQueryHistory,
  readViews,
  rememberQuery,
  withChangedViews,
  withQuery,
} from './view-store';
import { sameLook, type View, withView } from './views';
import { freeName, readViewsFile, viewsFile, withImported } from './views-file';

const big: Filter = { and: [{ field: '2201', query: { eq: 9007199254740993n }, note: 1 }] };
const view: View = {
  id: 'v1',
  name: 'Large',
  filter: big,
  order: { field_id: '2201', type: 'desc' },
  columns: {
    ...noChoice,
    columnVisibility: { ...noChoice.columnVisibility, '2202': false },
    columnOrder: ['2201', '2203'],
  },
  density: 'roomy',
  lines: 3,
};
const place = { environment: 'lab', table_id: '21' };

describe('views', () => {
  test('a file restores everything: integers of any size, unknown filter keys, columns', () => {
    const file = viewsFile([view], { table_id: '21', name: 'Cars' });
    expect(readViewsFile(file)).toEqual({ ok: true, views: [view], left: 0, table_id: '21' });
  });

  test('any file is read without failing, and other entries are counted', () => {
    fc.assert(fc.property(fc.string(), (text) => !readViewsFile(text).ok));
    fc.assert(
      fc.property(fc.array(fc.jsonValue()), (entries) => {
        const read = readViewsFile(JSON.stringify({ file: 'warehouse-console views', version: 1, views: entries }));
        expect(read.ok && read.views.length + read.left).toBe(entries.length);
      }),
    );
    const broken = { name: 'x', filter: { and: [1] } };
    expect(
      readViewsFile(JSON.stringify({ file: 'warehouse-console views', views: [broken, { name: 'y' }] })),
    ).toMatchObject({
      ok: true,
      left: 1,
      views: [{ name: 'y', filter: null, order: null, columns: noChoice, density: 'compact', lines: 1 }],
      table_id: null,
    });
  });

  test('imported views are added under free names', () => {
    const all = withImported([view], [view, view]);
    expect(all.map(({ name }) => name)).toEqual(['Large', 'Large (2)', 'Large (3)']);
    expect(new Set(all.map(({ id }) => id)).size).toBe(3);
    expect(freeName('Other', all)).toBe('Other');
  });

  test('a view differs if filter, sort, columns, density or lines do', () => {
    expect(
      sameLook(view, {
        ...view,
        filter: { and: [{ note: 1, query: { eq: 9007199254740993n }, field: '2201' }] } as Filter,
      }),
    ).toBe(true);
    expect(sameLook(view, { ...view, filter: null })).toBe(false);
    expect(sameLook(view, { ...view, order: { field_id: '2201', type: 'asc' } })).toBe(false);
    expect(sameLook(view, { ...view, columns: noChoice })).toBe(false);
    expect(sameLook(view, { ...view, density: 'compact' })).toBe(false);
    expect(sameLook(view, { ...view, lines: 1 })).toBe(false);
  });

  test('views are kept by table and environment; two changes at once lose nothing', async () => {
    const other = { ...view, id: 'v2', name: 'Other' };
    await Promise.all([
      changeViews(place, (all) => withView(all, view)),
      changeViews(place, (all) => withView(all, other)),
    ]);
    expect((await readViews(place)).map(({ id }) => id).sort()).toEqual(['v1', 'v2']);
    expect((await readViews(place)).find(({ id }) => id === 'v1')).toEqual(view);
    await changeViews(place, (all) => withView(all, { ...view, name: 'Renamed' }));
    await changeViews(place, (all) => all.filter(({ id }) => id !== 'v2'));
    expect((await readViews(place)).map(({ name }) => name)).toEqual(['Renamed']);
    expect(await readViews({ ...place, environment: 'prod' })).toEqual([]);
  });
});

describe('the history of queries', () => {
  const ask = (value: Json): Filter => ({ and: [{ field: '2201', query: { eq: value } }] });

  test('has each query once, latest first, at most twenty', () => {
    let history = parseHistory(undefined);
    for (let at = 0; at < 30; at += 1) history = withQuery(history, { filter: ask(at % 25), order: null }, at);
    expect(history).toHaveLength(historyMax);
    expect(history[0]).toEqual({ filter: ask(4), order: null, asked_at: 29 });
    expect(new Set(history.map(({ filter }) => JSON.stringify(filter))).size).toBe(historyMax);
  });

  test('is kept by table, exactly', async () => {
    await rememberQuery('lab', { table_id: '21', filter: big, order: null });
    await rememberQuery('lab', { table_id: '21', filter: null, order: { field_id: 'x', type: 'asc' } });
    await rememberQuery('lab', { table_id: '21', filter: big, order: null });
    expect((await readQueryHistory(place)).map(({ filter, order }) => ({ filter, order }))).toEqual([
      { filter: big, order: null },
      { filter: null, order: { field_id: 'x', type: 'asc' } },
    ]);
    expect(await readQueryHistory({ environment: 'lab', table_id: '22' })).toEqual([]);
  });

  test('ignores what it cannot read', () => {
    expect(
      parseHistory('[{"filter":{"and":[1]}},{"order":{"field_id":"a","type":"up"}},3,{"filter":{"and":[]}}]'),
    ).toEqual([{ filter: { and: [] }, order: null, asked_at: 0 }]);
    expect(parseHistory('not json')).toEqual([]);
    expect(parseHistory({})).toEqual([]);
  });
});

test('what another version keeps among the views is there after a change', () => {
  const kept = viewsAsKept([view, { ...view, id: 'v2', name: 'Small' }]);
  const list = JSON.parse(kept) as Record<string, unknown>[];
  const unread = { id: 'v3', name: 'Of a newer version', filter: 'size > 3' };
  const newer = JSON.stringify([{ ...list[0], folder: 'Mine' }, unread, ...list.slice(1)]);
  const renamed = withChangedViews(newer, (views) => withView(views, { ...(views[0] as View), name: 'Larger' }));
  expect(JSON.parse(renamed)).toEqual([{ ...list[0], name: 'Larger', folder: 'Mine' }, list[1], unread]);
  const removed = withChangedViews(renamed, () => []);
  expect(JSON.parse(removed)).toEqual([unread]);
});

test('a query of the history with a time that is none is of no time', () => {
  for (const at of [8.64e15 + 1, -1e300, '5', null]) {
    const kept = JSON.stringify([{ filter: null, order: null, asked_at: at }]);
    expect(parseHistory(kept)).toEqual([{ filter: null, order: null, asked_at: 0 }]);
  }
});

function viewsAsKept(views: View[]): string {
  return withChangedViews(undefined, () => views.map((each) => ({ ...each, filter: null })));
}
