import { expect, test } from 'vitest';
import type { ApiError } from '../../contract/errors';
import { failure, recordOf } from '../runner/test-simulation';
import { createChangesReader, timeBeforeNow } from './read-changes';
import type { ListRecords } from './read-rows';
import { listing } from './test-listing';

const never = new AbortController().signal;
const timeOf = (second: number): string =>
  `2026-01-01 00:${String(Math.floor(second / 60)).padStart(2, '0')}:${String(second % 60).padStart(2, '0')}`;

/** Records by the seconds in which they were changed last, in the order of their ids; a platform that keeps to the order, or passes it over. */
function platform(seconds: readonly (number | null)[], isOrdered = true) {
  const records = seconds.map((second, index) => ({
    ...recordOf(String(1000 + index), {}),
    updated_on: second === null ? null : timeOf(second),
  }));
  const { list, asked } = listing(({ order }) => {
    const way = order?.type === 'desc' ? -1 : 1;
    return isOrdered
      ? records.toSorted((a, b) => way * String(a.updated_on).localeCompare(String(b.updated_on)))
      : records;
  });
  const changes = createChangesReader(list);
  const since = async (second: number) => {
    const found = await changes('21', timeOf(second), never);
    return found?.map(({ item_id }) => item_id).sort() ?? null;
  };
  /** Takes the record away that was changed last. */
  const deleteLatest = (): void => {
    records.sort((a, b) => String(a.updated_on).localeCompare(String(b.updated_on))).pop();
  };
  return { list, asked, since, deleteLatest };
}

test('changes since and in a second: two requests the first time, then one', async () => {
  const { asked, since } = platform([10, 40, 20, 30, 30]);
  expect(await since(30)).toEqual(['1001', '1003', '1004']);
  expect(asked.length).toBe(2);
  expect(await since(40)).toEqual(['1001']);
  expect(asked.length).toBe(3);
});

test('a time before all changes to come is that of the hundredth latest: a few may be of years to come', async () => {
  const { list } = platform(Array.from({ length: 300 }, (_, index) => index));
  expect(await timeBeforeNow(list, '21', never)).toBe(timeOf(200));
  expect(await timeBeforeNow(platform([10, 40, 20]).list, '21', never)).toBe(timeOf(10));
  expect(await timeBeforeNow(platform([]).list, '21', never)).toBeNull();
});

test('covers several pages, up to a thousand records; beyond that nothing is known', async () => {
  const seconds = Array.from({ length: 2000 }, (_, index) => index);
  expect((await platform(seconds).since(1950))?.length).toBe(50);
  expect((await platform(seconds).since(1200))?.length).toBe(800);
  expect(await platform(seconds).since(900)).toBeNull();
});

test('nothing is known where a record is deleted between two pages', async () => {
  const { list, deleteLatest } = platform(Array.from({ length: 300 }, (_, index) => index));
  const deleting: ListRecords = async (input, signal) => {
    const page = await list(input, signal);
    if (input.order?.type === 'desc' && (input.offset ?? 0) === 0) deleteLatest();
    return page;
  };
  expect(await createChangesReader(deleting)('21', timeOf(50), never)).toBeNull();
});

test('nothing is known where the sort is ignored, or a record has no time', async () => {
  expect(await platform([40, 30, 20], false).since(30)).toBeNull();
  expect(await platform([10, 40, 20], false).since(30)).toBeNull();
  expect(await platform([10, null, 20]).since(5)).toBeNull();
  // What was changed last then is not there: it was deleted, or the order is another one.
  expect(await platform([10, 20]).since(30)).toBeNull();
  expect(await platform([]).since(30)).toBeNull();
});

test('a platform that refuses the sort does not support it; any other error is an error', async () => {
  const refusing =
    (error: ApiError): ListRecords =>
    (input) =>
      input.order ? Promise.reject(error) : platform([10]).list(input, never);
  const refused = refusing(failure('system', 502, 't1'));
  expect(await timeBeforeNow(refused, '21', never)).toBeNull();
  expect(await createChangesReader(refused)('21', timeOf(1), never)).toBeNull();
  const broken = failure('no-answer', undefined, null);
  await expect(timeBeforeNow(refusing(broken), '21', never)).rejects.toBe(broken);
  await expect(createChangesReader(refusing(broken))('21', timeOf(1), never)).rejects.toBe(broken);
});
