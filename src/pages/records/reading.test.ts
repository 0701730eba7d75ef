import { describe, expect, test } from 'vitest';
import { noteAskedFields } from '../../api/return-fields';
import type { Answer } from '../../api/send';
import { limits } from '../../contract/limits';
import type { DwRecord, RecordPage } from '../../contract/records';
import { extentOf } from '../../grid/extent';
import { dropFar, fieldsOfPage, keepOnly, newReading, noteAnswer, noteProbe, openEnd, pagesKept } from './reading';

const size = limits.pageSizeMax;

function answer(rows: number, more: Partial<RecordPage> = {}, field = 'a'): Answer<RecordPage> {
  const items = Array.from({ length: rows }, (_, index) => ({ item_id: String(index), fields: { [field]: index } }));
  const data = { items: items as unknown as DwRecord[], has_more: null, total: null, filtered: null, ...more };
  return { data: data as RecordPage, traceId: null, version: null, receivedAt: 0, milliseconds: 1, request: 1 };
}

function read(...pages: [index: number, rows: number][]) {
  const reading = newReading('key');
  for (const [index, rows] of pages) noteAnswer(reading, index, answer(rows), false);
  return reading;
}

describe('pages that are kept', () => {
  test('are bounded, the nearest ones stay, and what was learnt of the end stays too', () => {
    const reading = newReading('key');
    for (let index = 0; index < 1000; index += 1) {
      noteAnswer(reading, index, answer(index === 999 ? 42 : size), false);
      dropFar(reading, index);
    }
    expect([...reading.answers.keys()]).toEqual(
      Array.from({ length: pagesKept }, (_, place) => 1000 - pagesKept + place),
    );
    expect(reading.facts.size).toBeLessThanOrEqual(pagesKept);
    expect(reading.sample.size).toBeLessThan(10);
    const back = dropFar(reading, 960);
    expect(back).toEqual([]);
    for (let index = 0; index < pagesKept; index += 1) noteAnswer(reading, index, answer(size), false);
    dropFar(reading, 0);
    expect(extentOf([...reading.facts.values()], null, size)).toMatchObject({ exactly: 99_942 });
  });

  test('are only those on the screen after a refresh', () => {
    const reading = read([0, size], [1, size], [2, size]);
    keepOnly(reading, [1]);
    expect([...reading.answers.keys()]).toEqual([1]);
    expect([...reading.facts.keys()]).toEqual([1]);
  });
});

describe('the page after which nothing is known', () => {
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
    expect(openEnd(read(...pages))).toBe(index);
  });

  test('is none where the service tells', () => {
    for (const told of [{ has_more: true }, { has_more: false }, { total: size }]) {
      const reading = newReading('key');
      noteAnswer(reading, 0, answer(size, told), false);
      expect(openEnd(reading)).toBeNull();
    }
  });

  test('is settled by one row asked for', () => {
    const ended = read([0, size]);
    noteProbe(ended, 0, false);
    expect(openEnd(ended)).toBeNull();
    expect(extentOf([...ended.facts.values()], null, size)).toMatchObject({ exactly: size });
    const goesOn = read([0, size]);
    noteProbe(goesOn, 0, true);
    expect(openEnd(goesOn)).toBeNull();
    expect(extentOf([...goesOn.facts.values()], null, size)).toMatchObject({ exactly: null, atLeast: size });
  });
});

test('the sample of the columns grows by the first pages, and at once by a page with another field', () => {
  const reading = read([0, size]);
  expect(reading).toMatchObject({ shows: 1, sampled: 0 });
  for (let index = 1; index < 20; index += 1) noteAnswer(reading, index, answer(size), false);
  expect(reading).toMatchObject({ shows: 1, sampled: 4 });
  noteAnswer(reading, 50, answer(size, {}, 'b'), false);
  expect(reading).toMatchObject({ shows: 2, sampled: 4 });
  expect([...reading.sample.keys()]).toEqual([0, 1, 2, 3, 4, 50]);
});

describe('the fields that a page is asked for', () => {
  const shown = (...ids: string[]) => [ids, ids] as const;

  test('are all of the first page, whatever is hidden', () => {
    expect(fieldsOfPage(newReading('key'), 0, ...shown('a'))).toBeNull();
  });

  test('stay when a column is hidden, and grow when one is shown that the page lacks', () => {
    const reading = newReading('key');
    expect(fieldsOfPage(reading, 1, ...shown('a', 'b'))).toEqual(['a', 'b']);
    expect(fieldsOfPage(reading, 1, ...shown('a'))).toEqual(['a', 'b']);
    expect(fieldsOfPage(reading, 2, ...shown('a'))).toEqual(['a']);
    expect(fieldsOfPage(reading, 1, ...shown('a', 'b'))).toEqual(['a', 'b']);
    expect(fieldsOfPage(reading, 2, ...shown('a', 'b'))).toEqual(['a', 'b']);
    // Nothing is hidden any more: a page of some fields is read whole.
    expect(fieldsOfPage(reading, 2, null, null)).toBeNull();
  });

  test('are all for good once a page came whole, and where the service leaves nothing out', () => {
    const reading = newReading('key');
    expect(fieldsOfPage(reading, 3, null, null)).toBeNull();
    expect(fieldsOfPage(reading, 3, ...shown('a'))).toBeNull();
    expect(fieldsOfPage(reading, 4, ['a'], null)).toBeNull();
    expect(fieldsOfPage(reading, 4, ...shown('a'))).toBeNull();
  });

  test('a page of some fields is none that columns are found from: its rows lack nothing that was asked for', () => {
    const reading = newReading('key');
    const lean = answer(size);
    noteAskedFields(lean.data.items, ['a']);
    noteAnswer(reading, 0, answer(size), false);
    noteAnswer(reading, 1, lean, false);
    expect([...reading.sample.keys()]).toEqual([0]);
    expect(reading.answers.size).toBe(2);
  });
});
