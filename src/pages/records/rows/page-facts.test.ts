import { describe, expect, test } from 'vitest';
import { noteRequestedFields } from '../../../api/queries/records';
import type { Answer } from '../../../api/wire/send';
import { limits } from '../../../contract/limits';
import type { DwRecord, RecordPage } from '../../../contract/records';
import { extentOf } from './extent';
import {
  type CachedPages,
  forgetOthers,
  type HeldHashes,
  learn,
  noFacts,
  openEnd,
  type PageFacts,
  pagesKept,
  pagesToHold,
  withProbe,
} from './page-facts';
import { askFor, type RequestedByPage } from './requested-fields';

const size = limits.pageSizeMax;
let requests = 0;

function answer(rows: number, more: Partial<RecordPage> = {}, field = 'a'): Answer<RecordPage> {
  const items = Array.from({ length: rows }, (_, index) => ({ item_id: String(index), fields: { [field]: index } }));
  const data = { items: items as unknown as DwRecord[], has_more: null, total: null, filtered: null, ...more };
  requests += 1;
  return { data: data as RecordPage, traceId: null, version: null, receivedAt: 0, milliseconds: 1, request: requests };
}

/** What is known of a query, with the pages that the cache still has. */
interface Known extends PageFacts {
  held: HeldHashes;
  cached: CachedPages;
}

const nothing: Known = { ...noFacts, held: new Map(), cached: new Map() };

/** What is known once a page has loaded while it is visible. */
function come({ held: heldBefore, cached: before, ...facts }: Known, index: number, page: Answer<RecordPage>): Known {
  const held = pagesToHold(heldBefore, [index], new Map([[index, `page ${index}`]]));
  const cached = new Map([...before, [index, page] as const].filter(([each]) => held.has(each)));
  return { ...learn(facts, cached, false), held, cached };
}

const read = (...pages: [index: number, rows: number][]): Known =>
  pages.reduce((known, [index, rows]) => come(known, index, answer(rows)), nothing);

const extent = (known: PageFacts) => extentOf([...known.facts.values()], null, size);

describe('cached pages', () => {
  test('are bounded, nearest first, and what is known of the end stays', () => {
    let known = nothing;
    for (let index = 0; index < 1000; index += 1) known = come(known, index, answer(index === 999 ? 42 : size));
    expect([...known.held.keys()].sort((a, b) => a - b)).toEqual(
      Array.from({ length: pagesKept }, (_, place) => 1000 - pagesKept + place),
    );
    expect(known.facts.size).toBeLessThanOrEqual(pagesKept);
    expect(known.sample.size).toBeLessThan(10);
    for (let index = 0; index < pagesKept; index += 1) known = come(known, index, answer(size));
    expect(known.held.has(999)).toBe(false);
    expect(extent(known)).toMatchObject({ exactly: 99_942 });
  });

  test('tell of no others after a refresh', () => {
    expect([...forgetOthers(read([0, size], [1, size], [2, size]), [1]).facts.keys()]).toEqual([1]);
  });

  test('add nothing twice: known facts stay the same object', () => {
    const { cached, ...known } = read([0, size], [1, size]);
    expect(learn(known, new Map(cached), false)).toBe(known);
  });

  test('keep needed pages first', () => {
    const held = new Map(Array.from({ length: pagesKept }, (_, page) => [page, `${page}`]));
    const loaded = new Map([[900, '900']]);
    const now = pagesToHold(held, [900, 901], loaded);
    expect([...now.keys()].sort((a, b) => a - b)).toEqual([...[...held.keys()].slice(1), 900]);
    expect(pagesToHold(now, [900, 901], loaded)).toBe(now);
    expect(pagesToHold(now, [900, 901], new Map([[900, 'with fewer fields']])).get(900)).toBe('with fewer fields');
  });
});

describe('the page after which the end is unknown', () => {
  test.each([
    ['full and the last one read', [[0, size]], 0],
    ['short', [[0, 42]], null],
    [
      'before an empty one',
      [
        [0, size],
        [1, 0],
      ],
      null,
    ],
    [
      'far away',
      [
        [0, size],
        [70, size],
      ],
      70,
    ],
  ] as [string, [number, number][], number | null][])('%s', (_, pages, index) => {
    expect(openEnd(read(...pages).facts)).toBe(index);
  });

  test('is none where the service reports more', () => {
    for (const told of [{ has_more: true }, { has_more: false }, { total: size }]) {
      expect(openEnd(come(nothing, 0, answer(size, told)).facts)).toBeNull();
    }
  });

  test('is settled by requesting one row', () => {
    const { facts } = read([0, size]);
    expect(extentOf(withProbe(facts, { index: 0, more: false }), null, size)).toMatchObject({ exactly: size });
    const goesOn = extentOf(withProbe(facts, { index: 0, more: true }), null, size);
    expect(goesOn).toMatchObject({ exactly: null, atLeast: size });
  });
});

test('the column sample grows with the first pages, and with any page with a new field', () => {
  let known = read([0, size]);
  expect(known).toMatchObject({ shows: 1, sampled: 0 });
  for (let index = 1; index < 20; index += 1) known = come(known, index, answer(size));
  expect(known).toMatchObject({ shows: 1, sampled: 4 });
  known = come(known, 50, answer(size, {}, 'b'));
  expect(known).toMatchObject({ shows: 2, sampled: 4 });
  expect([...known.sample.keys()]).toEqual([0, 1, 2, 3, 4, 50]);
});

describe('the fields requested for a page', () => {
  const shown = (...ids: string[]) => ({ needed: ids, fields: ids });
  const all = { needed: null, fields: null };
  const none: RequestedByPage = new Map();
  const held = (...pages: number[]) => new Map(pages.map((page) => [page, '']));

  test('are all for the first page, whatever is hidden', () => {
    expect(askFor(none, [0], shown('a'), held()).get(0) ?? null).toBeNull();
  });

  test('stay when a column is hidden, and grow when a missing one is shown', () => {
    let asked = askFor(none, [1], shown('a', 'b'), held());
    expect(asked.get(1)).toEqual(['a', 'b']);
    asked = askFor(asked, [1, 2], shown('a'), held(1));
    expect([asked.get(1), asked.get(2)]).toEqual([['a', 'b'], ['a']]);
    asked = askFor(asked, [1, 2], shown('a', 'b'), held(1, 2));
    expect([asked.get(1), asked.get(2)]).toEqual([
      ['a', 'b'],
      ['a', 'b'],
    ]);
    // Nothing is hidden any more: a page of some fields is read whole.
    expect(askFor(asked, [2], all, held(1, 2)).get(2)).toBeNull();
  });

  test('are all once a page was complete, and where the service ignores the selection', () => {
    const asked = askFor(askFor(none, [3], all, held()), [4], { needed: ['a'], fields: null }, held(3));
    expect(askFor(asked, [3, 4], shown('a'), held(3, 4))).toBe(asked);
    expect([asked.get(3) ?? null, asked.get(4) ?? null]).toEqual([null, null]);
    // Not one that is still on its way.
    expect(askFor(asked, [3, 4], shown('a'), held(3)).get(4)).toEqual(['a']);
  });

  test('are forgotten of pages that have gone', () => {
    const asked = askFor(askFor(none, [1, 9], shown('a'), held()), [10], shown('a'), held(1));
    expect([...asked.keys()]).toEqual([1, 10]);
  });

  test('a page with some fields does not define columns: its rows lack only unrequested ones', () => {
    const lean = answer(size);
    noteRequestedFields(lean.data.items, ['a']);
    const known = come(read([0, size]), 1, lean);
    expect([...known.sample.keys()]).toEqual([0]);
    expect(known.held.size).toBe(2);
  });
});
