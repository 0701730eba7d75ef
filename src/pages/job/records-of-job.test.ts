import { createPath } from 'react-router-dom';
import { expect, test } from 'vitest';
import type { Filter } from '../../contract/filter';
import { prepareJob, testJob } from '../../jobs/test-job';
import { keepFilter } from '../../storage/long-filters';
import { readRecordsAddress } from '../../url/records-address';
import { recordsOfJob } from './records-of-job';

const longFilter = (from: number): Filter => ({
  and: [{ field: '2201', query: { in: Array.from({ length: 1000 }, (_each, index) => `value ${from + index}`) } }],
});

const addressOf = async (query?: { filter: Filter | null; order: null }) => {
  const { job } = await prepareJob({ calls: [], leftOut: [], staysOut: [] }, { ...testJob, query }, 'j', 0);
  return createPath(recordsOfJob(job));
};

test('a job leads to the records that it was sent from, however many filters were used since', async () => {
  expect(await addressOf()).toBe('/e/lab/w/40/t/21');
  expect(await addressOf({ filter: null, order: null })).toBe('/e/lab/w/40/t/21');
  const filter = longFilter(0);
  keepFilter(filter);
  for (let each = 1; each <= 25; each += 1) keepFilter(longFilter(each * 1000));
  const { searchParams } = new URL(await addressOf({ filter, order: null }), 'http://console');
  expect(searchParams.get('kept')).toMatch(/^f/);
  expect(readRecordsAddress(searchParams).search.filter).toEqual(filter);
});
