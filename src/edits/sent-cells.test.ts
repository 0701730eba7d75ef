import { expect, test } from 'vitest';
import { type SentByJob, type SentCell, sentCellsOf, sentKey } from './sent-cells';

const cell = (after: string): SentCell => ({
  before: 'old',
  after,
  outcome: 'refused',
  said: 'refused',
  isPending: false,
  canRetry: true,
});
const job = (at: number, cells: Record<string, SentCell | null>): SentByJob => ({
  at,
  isWhole: false,
  records: new Map([['1', new Map(Object.entries(cells))]]),
});
const shown = (jobs: Record<string, SentByJob>, taken: string[] = []) =>
  [...sentCellsOf(new Map(Object.entries(jobs)), new Set(taken))].map(([id, cells]) => [
    id,
    ...[...cells].map(([field, { after }]) => `${field}=${after}`),
  ]);

test('the latest job counts, whichever was read first; a verified value clears earlier notes', () => {
  const early = job(1, { a: cell('first'), b: cell('kept') });
  expect(shown({ late: job(2, { a: cell('second') }), early })).toEqual([['1', 'a=second', 'b=kept']]);
  expect(shown({ late: job(2, { a: null }), early })).toEqual([['1', 'b=kept']]);
  expect(shown({ late: job(2, { a: null, b: null }), early })).toEqual([]);
});

test('a reverted or resent value is no longer shown, nor an earlier job’s in its place', () => {
  const early = job(1, { a: cell('first') });
  const late = job(2, { a: cell('second') });
  expect(shown({ early, late }, [sentKey('late', '1', 'a')])).toEqual([]);
  expect(shown({ early, late }, [sentKey('early', '1', 'a')])).toEqual([['1', 'a=second']]);
});
