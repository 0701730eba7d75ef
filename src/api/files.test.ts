import { describe, expect, test } from 'vitest';
import { fileCalls, linksAreDue, linksDieAt } from './files';

const minute = 60_000;

test('any number of ids becomes calls of at most 100, in their order (4.6)', () => {
  const ids = Array.from({ length: 201 }, (_, index) => String(index));
  const calls = fileCalls(ids);
  expect(calls.map((call) => call.length)).toEqual([100, 100, 1]);
  expect(calls.flat()).toEqual(ids);
  expect(fileCalls([])).toEqual([]);
});

test('links die an hour after their call left, so never later than the truth', () => {
  expect(linksDieAt({ receivedAt: 10_000, milliseconds: 4000 })).toBe(6000 + 60 * minute);
});

describe('links are fetched anew', () => {
  const links = { dieAt: 60 * minute, triedAt: 0, fetching: false };
  test('from five minutes before their end, also long after it (a machine that slept)', () => {
    expect([54, 55, 59, 600].map((at) => linksAreDue(links, at * minute))).toEqual([false, true, true, true]);
  });
  test('not while they are being fetched', () => {
    expect(linksAreDue({ ...links, fetching: true }, 56 * minute)).toBe(false);
  });
  test('once a minute where that fails', () => {
    const failed = { ...links, triedAt: 56 * minute };
    expect(linksAreDue(failed, 56.5 * minute)).toBe(false);
    expect(linksAreDue(failed, 57 * minute)).toBe(true);
  });
});
