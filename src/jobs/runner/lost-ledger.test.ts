import { afterEach, describe, expect, test } from 'vitest';
import { ConsoleDatabase } from '../../storage/database';
import { endWorlds, ids, outcomesOf, type World, world } from './test-world';

afterEach(endWorlds);

/** What is deleted while a job runs, by another tab or with the data of the site. */
const losses = {
  'the whole database': ({ db }: World) => new ConsoleDatabase(db.name).delete(),
  'all jobs': ({ db }: World) => Promise.all([db.jobs.clear(), db.batches.clear(), db.payloads.clear()]),
  'the row of its job': ({ db }: World) => db.jobs.clear(),
  'the rows of its calls': ({ db }: World) => db.batches.clear(),
  'what its calls send': ({ db }: World) => db.payloads.clear(),
} as const;

/** Each step before which something may be lost: those of a job of four calls, from its first read to its last answer. */
const steps = Array.from({ length: 22 }, (_, index) => index + 1);

describe.each((Object.keys(losses) as (keyof typeof losses)[]).map((what, index) => [what, index] as const))(
  '%s deleted while a job runs',
  (what, index) => {
    test('at any step: no call leaves that was not marked before', async () => {
      // Each of them at every third step, so that all steps are lost by two or three.
      for (const step of steps.filter((each) => each % 3 === index % 3)) {
        const here = world([], 8, false, {}, 2);
        const id = await here.add(ids(8), () => ({ f: 'new' }));
        let isLost = false;
        let marked = 0;
        const { mark } = here.ledger;
        here.ledger.mark = async (batch) => {
          const isBefore = !isLost;
          const unmarked = await mark(batch);
          if (unmarked === null && isBefore) marked += 1;
          return unmarked;
        };
        const lose = async (): Promise<void> => {
          await losses[what](here);
          isLost = true;
        };
        await here.run([{ step, how: lose }], async () => {
          const job = await here.db.jobs.get(id);
          return !job || job.open === 0 || job.hold !== null;
        });
        await here.elapse(120_000);
        expect([step, here.platform.calls.length <= marked]).toEqual([step, true]);
      }
    }, 120_000);
  },
);

test('a job whose calls are lost is held with the reason, also when it is resumed', async () => {
  const here = world([], 300, false);
  const id = await here.add(ids(300), () => ({ f: 'new' }));
  const isHeld = async (): Promise<boolean> => (await here.job(id)).hold !== null;
  await here.run([{ step: 3, how: () => here.db.batches.clear() }], isHeld);
  expect((await here.job(id)).hold).toMatchObject({ reason: 'lost', until: null });
  await here.ledger.order(id, 'run');
  await here.run([], isHeld);
  expect(here.platform.calls).toEqual([]);
});

test('the deletion of one job stops no other', async () => {
  const here = world([], 900, false);
  const first = await here.add(ids(450), () => ({ f: 'new' }));
  const second = await here.add(ids(900).slice(450), () => ({ f: 'new' }));
  const lose = (): Promise<unknown> => here.db.jobs.delete(first);
  await here.run([{ step: 9, how: lose }]);
  expect(outcomesOf(await here.job(second))).toEqual({ verified: 450 });
});
