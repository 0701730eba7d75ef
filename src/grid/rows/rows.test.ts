import { describe, expect, test } from 'vitest';
import { rowWindow, scrollToRow } from '../../ui/display/row-window';
import {
  atRest,
  dwellMs,
  isWild,
  leadOf,
  noVisits,
  paced,
  pagesAhead,
  pagesToRead,
  pagesUnder,
  withBegun,
} from './pages-to-read';

const size = 100;

describe('the window of rows', () => {
  test('has the visible rows and a few more, within the table', () => {
    expect(rowWindow(0, 330, 33, 1000, 4)).toEqual({ first: 0, end: 14 });
    expect(rowWindow(33 * 100 + 5, 330, 33, 1000, 0)).toEqual({ first: 100, end: 111 });
    expect(rowWindow(33 * 990, 330, 33, 1000, 4)).toEqual({ first: 986, end: 1000 });
    expect(rowWindow(500, 330, 33, 0, 4)).toEqual({ first: 0, end: 0 });
    expect(rowWindow(0, 330, 33, 10_000_000, 4).end).toBe(14);
  });

  test('scrolls only for a row that is not fully visible', () => {
    expect(scrollToRow(5, 0, 330, 33)).toBeNull();
    expect(scrollToRow(5, 33 * 6, 330, 33)).toBe(33 * 5);
    expect(scrollToRow(20, 0, 330, 33)).toBe(33 * 21 - 330);
  });

  test('needs the pages under it, and the next one in the scroll direction', () => {
    expect(pagesUnder({ first: 95, end: 130 }, size)).toEqual([0, 1]);
    expect(pagesUnder({ first: 0, end: 100 }, size)).toEqual([0]);
    expect(pagesUnder({ first: 0, end: 0 }, size)).toEqual([]);
    expect(pagesAhead({ first: 10, end: 40 }, 1, 1000, size)).toEqual([]);
    expect(pagesAhead({ first: 30, end: 60 }, 1, 1000, size)).toEqual([1]);
    expect(pagesAhead({ first: 930, end: 960 }, 1, 1000, size)).toEqual([]);
    expect(pagesAhead({ first: 540, end: 570 }, -1, 1000, size)).toEqual([4]);
    expect(pagesAhead({ first: 10, end: 40 }, -1, 1000, size)).toEqual([]);
  });

  test('loads further ahead the faster it scrolls, within the table and a bound', () => {
    expect(pagesAhead({ first: 30, end: 60 }, 1, 1000, size, 250)).toEqual([1, 2, 3]);
    expect(pagesAhead({ first: 540, end: 570 }, -1, 1000, size, 250)).toEqual([4, 3, 2]);
    expect(pagesAhead({ first: 730, end: 760 }, 1, 1000, size, 5000)).toEqual([8, 9]);
    expect(pagesAhead({ first: 30, end: 60 }, 1, 10_000_000, size, 5000)).toEqual([1, 2, 3, 4]);
  });

  test('goes on with what is being read ahead until the window has come to it or turns', () => {
    expect(withBegun([5], [5, 6, 7], [3, 4], 1)).toEqual([5, 6, 7]);
    expect(withBegun([], [4, 5], [3, 4], 1)).toEqual([5]);
    expect(withBegun([2], [5, 6], [3, 4], -1)).toEqual([2]);
    expect(withBegun([5, 6, 7, 8], [9], [4], 1)).toEqual([5, 6, 7, 8]);
  });

  test.each([0, 1, 99, 100, 101, 200])('with %i rows draws every row, and none past the end', (rows) => {
    const height = 330;
    const top = Math.max(0, rows * 33 - height);
    expect(rowWindow(top, height, 33, rows, 4).end).toBe(rows);
    expect(rowWindow(0, height, 33, rows, 4)).toEqual({ first: 0, end: Math.min(rows, 14) });
    const pages = pagesUnder(rowWindow(top, height, 33, rows, 0), size);
    expect(pages.at(-1) ?? -1).toBe(Math.ceil(rows / size) - 1);
  });
});

describe('how fast the window goes', () => {
  const paceOf = (rowsAFrame: number, frames: number) => {
    let pace = paced(atRest, 0, 1000);
    for (let frame = 1; frame <= frames; frame += 1) pace = paced(pace, frame * rowsAFrame, 1000 + frame * 16);
    return pace;
  };

  test('ten rows per frame give each page time to load, a thousand do not', () => {
    expect(isWild(paceOf(10, 20), 25, size)).toBe(false);
    expect(isWild(paceOf(1000, 2), 25, size)).toBe(true);
  });

  test('loads ahead what passes during a request: at least half a page, a whole one at rest', () => {
    expect(leadOf(atRest, 50, size, false)).toBe(50);
    expect(leadOf(atRest, 50, size, true)).toBe(100);
    expect(leadOf({ ...atRest, speed: 0.6 }, 75, size, false)).toBeCloseTo(180);
    expect(leadOf({ ...atRest, speed: 0.6 }, 60_000, size, false)).toBeCloseTo(600);
  });

  test('a jump after a rest has no speed', () => {
    expect(isWild(paced(paceOf(10, 5), 9_000_000, 5000), 25, size)).toBe(false);
  });
});

describe('which pages are requested', () => {
  test('the first page, and the one of a jump, at once', () => {
    const first = pagesToRead(noVisits, [0], 1000);
    expect(first.wanted).toEqual([0]);
    const jump = pagesToRead(first.visits, [9000], 1000 + dwellMs);
    expect(jump.wanted).toEqual([9000]);
  });

  test('of a fast scroll only the pages where it stops', () => {
    let visits = pagesToRead(noVisits, [0], 0).visits;
    const asked = new Set<number>();
    let now = 1000;
    let wakeAt: number | null = null;
    for (let at = 1; at <= 60; at += 1, now += 50) {
      const seen = pagesToRead(visits, [at * 10, at * 10 + 1], now);
      visits = seen.visits;
      wakeAt = seen.wakeAt;
      for (const wanted of seen.wanted) asked.add(wanted);
    }
    // The page of the first move is a jump for all that is known then.
    expect([...asked]).toEqual([10, 11]);
    const stop = pagesToRead(visits, [600, 601], wakeAt ?? 0);
    expect(stop.wanted).toEqual([600, 601]);
    expect(stop.wakeAt).toBeNull();
  });

  test('of a steady scroll every page at once, and waiting ones when a fast scroll slows down', () => {
    const first = pagesToRead(noVisits, [0], 0);
    expect(pagesToRead(first.visits, [0, 1], 50, false).wanted).toEqual([0, 1]);
    const wild = pagesToRead(first.visits, [8, 9], 60);
    expect(wild.wanted).toEqual([]);
    expect(pagesToRead(wild.visits, [9, 10], 80, false).wanted).toEqual([9, 10]);
  });
});
