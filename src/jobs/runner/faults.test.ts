import { afterEach, expect, test } from 'vitest';
import { jobActivity } from '../ledger/job-activity';
import { testJob } from '../test-job';
import { holdForFault, jobFault, restartMs } from './faults';
import { endWorlds, ids, outcomesOf, world } from './test-world';

afterEach(endWorlds);

const full = new DOMException('No space is left.', 'QuotaExceededError');

test('a job whose steps cannot be stored says so, and goes on by itself', async () => {
  const here = world([], 2);
  const id = await here.add(ids(2), () => ({ f: 'new' }));
  const now = here.clock.now();
  await holdForFault(here.ledger, testJob, full, now);
  const held = await here.job(id);
  expect(held.hold).toMatchObject({ reason: 'fault', message: 'No space is left.', until: now + restartMs });
  expect(jobActivity(held, now)).toBe('pausing');
  await here.run();
  expect(outcomesOf(await here.job(id))).toEqual({ verified: 2 });
});

test('it is told also where not even that can be stored', async () => {
  let told = null;
  const stop = jobFault.subscribe(() => {
    told = jobFault.get();
  });
  const refuses = () => Promise.reject(full);
  await holdForFault({ openJobs: refuses, hold: refuses }, testJob, full, 1000);
  expect(told).toMatchObject({ reason: 'fault', message: 'No space is left.', until: 1000 + restartMs });
  stop();
});
