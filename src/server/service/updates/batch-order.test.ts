/** The batches of a table are applied by their number, whatever the clocks of the gateways that accept and apply them show. */
import { afterEach, expect, it } from 'vitest';
import type { Database } from '../../database/database';
import { ids } from '../catalogue/catalogue';
import type { Service } from '../service';
import { makeTable, testService, update, withService } from '../test-service';
import { testWork } from './test-work';
import { applyQueued } from './worker';

const number = 735;
const [table, record, title] = [ids.table(number), ids.item(number, 1), ids.field(number, 1)];
const second = 1000;
const day = 86_400 * second;
const start = Date.now();
/** Two gateways by their clocks, which each test sets. */
const clocks = { first: start, other: start };
type Gateway = keyof typeof clocks;
let database: Database;
let gateways: Record<Gateway, Service>;
const faults: unknown[] = [];

withService(
  'none',
  60_000,
  async (opened) => {
    ({ database } = opened);
    const other = await testService(database, { clock: () => clocks.other });
    gateways = { first: opened.service, other };
    await makeTable(database, { number, name: 'Ordered', rows: [{ [title]: 'as made' }] });
  },
  { isStarted: false, clock: () => clocks.first },
);

afterEach(async () => {
  Object.assign(clocks, { first: start, other: start });
  await database.query('delete from update_batch');
  expect(faults.splice(0)).toEqual([]);
});

const accept = (gateway: Gateway, name: string) => {
  const items = [{ item_id: record, fields: { [title]: name } }];
  return update(gateways[gateway], { table_id: table, update_type: 'update', items });
};

/** One look of a gateway at the queue. @returns how many batches it applied */
const apply = (gateway: Gateway) =>
  applyQueued(testWork(database, { clock: () => clocks[gateway], log: (...fault) => faults.push(fault) }));

const titleNow = async () =>
  (await database.query<{ title: string }>(`select title from dw_record where item_id = ${record}`))[0]?.title;

/** Delays the batch that was accepted last, as a drill does. */
const delayLast = (ms: number) =>
  database.query(
    'update update_batch set due_at = accepted_at + $1::bigint where seq = (select max(seq) from update_batch)',
    [ms],
  );

it.each([
  ['0.3 s ahead', 0.3 * second],
  ['5 s ahead', 5 * second],
  ['a year ahead', 365 * day],
  ['0.3 s behind', -0.3 * second],
  ['an hour behind', -3600 * second],
])('accepted by a gateway whose clock is %s, and applied by the other', async (_, skew) => {
  clocks.first = start + skew;
  await accept('first', 'older');
  await accept('other', 'newer');
  const seen: unknown[] = [];
  for (const gateway of ['other', 'other', 'first'] as const) seen.push(await apply(gateway), await titleNow());
  expect(seen).toEqual([1, 'older', 1, 'newer', 0, 'newer']);
});

it('accepted before and after a restart with the clock set back', async () => {
  await accept('first', 'before');
  clocks.first = start - 3 * day;
  await accept('first', 'after');
  expect([await apply('first'), await titleNow(), await apply('first'), await titleNow()]).toEqual([
    1,
    'before',
    1,
    'after',
  ]);
});

it('one that is delayed keeps those after it waiting, and is never overtaken', async () => {
  await accept('first', 'delayed');
  await delayLast(20 * second);
  await accept('first', 'at once');
  expect([await apply('first'), await apply('other')]).toEqual([0, 0]);
  clocks.first += 19 * second;
  expect(await apply('first')).toBe(0);
  clocks.first += second;
  expect([await apply('first'), await titleNow(), await apply('first'), await titleNow()]).toEqual([
    1,
    'delayed',
    1,
    'at once',
  ]);
});

it('one that is delayed waits for no more than its delay again after the clock was set back', async () => {
  await accept('first', 'delayed by a clock ahead');
  await delayLast(20 * second);
  clocks.first = start - day;
  expect([await apply('first'), await titleNow()]).toEqual([1, 'delayed by a clock ahead']);
});
