import { afterEach, expect, test } from 'vitest';
import { sentBefore } from '../check/earlier-writes';
import { createLedger, type Ledger } from '../ledger/ledger';
import { testJob } from '../test-job';
import { runJobs } from './run-jobs';
import { openTab } from './test-tab';
import { endWorlds, ids, outcomesOf, type World, world } from './test-world';

afterEach(endWorlds);

/** Runs jobs in a tab that can be frozen and thawed: nothing that it waits for comes while it is frozen. */
async function freezableTab(here: World) {
  const own = await createLedger(here.db).takeTurn(testJob, here.clock.now());
  let thaw = (): void => {};
  let thawed = Promise.resolve();
  const late =
    <Args extends unknown[], Result>(run: (...about: Args) => Promise<Result>) =>
    async (...about: Args): Promise<Result> => {
      await thawed;
      const result = await run(...about);
      await thawed;
      return result;
    };
  const ledger = Object.fromEntries(Object.entries(own).map(([name, run]) => [name, late(run)])) as unknown as Ledger;
  const kept = {
    ledger,
    sentBefore: late((...about: Parameters<typeof sentBefore>) => sentBefore(about[0], about[1], here.db)),
  };
  const tab = openTab(here.platform, kept, here.clock, () => () => {}, null);
  const closed = new AbortController();
  let isEnded = false;
  const ended = runJobs(tab.ports, closed.signal).finally(() => {
    isEnded = true;
  });
  return {
    freeze() {
      thawed = new Promise((resolve) => {
        thaw = resolve;
      });
    },
    /** It goes on, and hears only then that it does not lead any more. */
    async thaw() {
      thaw();
      await here.elapse(60_000);
      closed.abort();
      while (!isEnded) await aMoment(here);
      await ended;
    },
  };
}

async function aMoment({ clock }: World): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 10));
  clock.advance();
}

test.each([1, 3])('a tab frozen after its call %i sends and stores nothing once another tab leads', async (after) => {
  const here = world([], 900, false);
  const id = await here.add(ids(900), () => ({ f: 'new' }));
  const old = await freezableTab(here);
  while (here.platform.calls.length < after) await aMoment(here);
  old.freeze();
  await here.elapse(30_000);
  const sentBeforeFrozen = here.platform.calls.length;
  expect(sentBeforeFrozen).toBeLessThan(9);

  Object.assign(here.ledger, await here.ledger.takeTurn(testJob, here.clock.now()));
  await here.run();
  const told = await here.rows(id);
  const { open, counts } = await here.job(id);
  // A call that was marked, and had not left: nobody can know, and it is never sent.
  const { verified = 0, unknown = 0 } = outcomesOf(await here.job(id));
  expect(verified).toBe([...here.platform.records.values()].filter(({ f }) => f === 'new').length);
  expect([verified + unknown, unknown <= 200]).toEqual([900, true]);
  const calls = here.platform.calls.length;

  await old.thaw();
  expect(here.platform.calls.length).toBe(calls);
  expect(await here.rows(id)).toEqual(told);
  expect(await here.job(id)).toMatchObject({ open, counts });
  const sentIds = here.platform.calls.flatMap(({ items }) => items.map(({ item_id }) => item_id));
  expect(new Set(sentIds).size).toBe(sentIds.length);
});
