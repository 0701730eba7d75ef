import { expect, test, vi } from 'vitest';
import type { JsonObject } from '../../../contract/json';
import { checkRows, dropCheck, type KnownRows } from '../../../jobs/check/check-rows';
import type { ChangedRecord } from '../../../jobs/plan/changes';
import { about, readingOf, rows, signal } from '../../../jobs/similar/test-similar-rows';
import type { CheckRow } from '../../../storage/job-rows';
import type { ImportClient } from '../../../transfer/in/worker/import-client';
import { noCounts } from './check-counts';
import { judgedAgainIn, noBase, type PieceCounts, pieceOf, rowsIn } from './found-rows';
import { secondsLeft } from './use-check';

test('the time left of a check is estimated once enough requests were measured', () => {
  expect(secondsLeft({ requests: 20, planned: 120 }, 10_000)).toBe(50);
  expect(secondsLeft({ requests: 130, planned: 120 }, 10_000)).toBe(0);
  expect(secondsLeft({ requests: 20, planned: null }, 10_000)).toBeNull();
  expect(secondsLeft({ requests: 4, planned: 120 }, 10_000)).toBeNull();
  expect(secondsLeft({ requests: 20, planned: 120 }, 1999)).toBeNull();
});

/** The worker of a file, whose rows are as given by now. */
function workerOf(file: readonly ChangedRecord[]) {
  const ask = vi.fn(async (_kind: string, { rows: wanted }: { rows: number[] }) =>
    wanted.map((row) => ({
      ...file[row],
      cells: file[row]?.cells.map((cell) => ({ ...cell, unfit: null })),
      broken: null,
    })),
  );
  return { ask, importer: { ask, end: () => {} } as unknown as ImportClient };
}

test('a row that was fixed and its duplicates are requested from the worker together, and judged by what it has now', async () => {
  /** More than the rows of one piece of the findings. */
  const count = 1600;
  const others = Array.from({ length: count }, (_row, index): JsonObject => ({ name: `Car ${index}`, f: 'new' }));
  const duplicates = ['first', 'second', 'third'].map((f): JsonObject => ({ name: 'Audi', f }));
  let known: KnownRows | null = null;
  const pieces: PieceCounts[] = [];
  let before: CheckRow['counts'] = {};
  const check = await checkRows(rows(...others, ...duplicates), about, {
    reading: readingOf([
      { name: 'Audi', f: 'old' },
      { name: 'Golf', f: 'old' },
    ]),
    signal,
    rows: count + 3,
    onProgress: ({ counts }, findings) => {
      pieces.push(pieceOf(counts, before, findings));
      before = counts;
    },
    onDone: (own) => {
      known = own;
    },
  });
  expect(pieces).toHaveLength(2);
  expect(check.counts).toMatchObject({ 'will-create': count, 'will-update': 1, duplicate: 2 });

  const { ask, importer } = workerOf(rows(...others, { name: 'Golf', f: 'first' }, ...duplicates.slice(1)));
  const [first] = pieces as [PieceCounts];
  const place = { piece: 2, nth: count - rowsIn(first, 'all') };
  const found = { check, pieces, counts: noCounts() };
  const after = await judgedAgainIn(found, { ...noBase, counts: noCounts(), known }, place, { importer, mapped: [] });
  expect(ask.mock.calls).toEqual([['recordsAt', { mapped: [], rows: [count, count + 1, count + 2] }]]);
  expect(after.check.counts).toMatchObject({ 'will-create': count, 'will-update': 2, duplicate: 1 });
  expect(after.pieces.at(-1)?.states).toMatchObject({ 'will-update': 2, duplicate: 1 });
  await dropCheck(check.id);
});
