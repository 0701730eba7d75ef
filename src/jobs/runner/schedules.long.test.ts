import fc from 'fast-check';
import { afterEach, test } from 'vitest';
import { anySchedule, flakySchedule, holds } from './test-schedules';
import { endWorlds } from './test-world';

afterEach(endWorlds);

test('2,000 schedules of failures and kills, by id and by key: counts add up, nothing is repeated, nothing is wrongly called', async () => {
  await fc.assert(
    fc.asyncProperty(anySchedule, (schedule) => holds(schedule)),
    { numRuns: 2000 },
  );
}, 1_200_000);

test('one in five of all requests fails, and tabs are killed: what was written is found, nothing is repeated or wrongly called', async () => {
  await fc.assert(
    fc.asyncProperty(flakySchedule, (schedule) => holds(schedule, { findsAllWritten: true })),
    { numRuns: 200 },
  );
}, 300_000);
