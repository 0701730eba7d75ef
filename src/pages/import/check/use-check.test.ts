import { expect, test, vi } from 'vitest';
import { checkRows, dropCheck, type KnownRows } from '../../../jobs/check/check-rows';
import { about, readingOf, rows, signal } from '../../../jobs/similar/test-similar-rows';
import type { ImportClient } from '../../../transfer/in/worker/import-client';
import { noCounts } from './check-counts';
import { judgedAgainIn, noBase } from './found-rows';
import { secondsLeft } from './use-check';

test('the time left of a check is estimated once enough requests were measured', () => {
  expect(secondsLeft({ requests: 20, planned: 120 }, 10_000)).toBe(50);
  expect(secondsLeft({ requests: 130, planned: 120 }, 10_000)).toBe(0);
  expect(secondsLeft({ requests: 20, planned: null }, 10_000)).toBeNull();
  expect(secondsLeft({ requests: 4, planned: 120 }, 10_000)).toBeNull();
  expect(secondsLeft({ requests: 20, planned: 120 }, 1999)).toBeNull();
});

test('a row that was fixed and its duplicates are requested from the worker together', async () => {
  const file = rows(...Array.from({ length: 12 }, (_row, index) => ({ name: 'Audi', f: `${index}` })));
  let known: KnownRows | null = null;
  const reading = readingOf([{ name: 'Audi', f: 'old' }]);
  const check = await checkRows(file, about, { reading, signal, rows: 12, onDone: (own) => (known = own) });
  const ask = vi.fn(async () => []);
  const importer = { ask, end: () => {} } as unknown as ImportClient;
  const found = { check, pieces: [{ states: check.counts, fixed: 0 }], counts: noCounts() };
  await judgedAgainIn(found, { ...noBase, counts: noCounts(), known }, { piece: 1, nth: 0 }, { importer, mapped: [] });
  const wanted = Array.from({ length: 12 }, (_row, index) => index);
  expect(ask.mock.calls).toEqual([['recordsAt', { mapped: [], rows: wanted }]]);
  await dropCheck(check.id);
});
