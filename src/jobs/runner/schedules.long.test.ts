import fc from 'fast-check';
import { afterEach, test } from 'vitest';
import { anySchedule, flakySchedule, holds } from './test-schedules';
import { endWorlds } from './test-world';

afterEach(endWorlds);

test('2,000 schedules of failures and kills, by ID and by key: counts add up, nothing is duplicated or misreported', async () => {
  await fc.assert(
    fc.asyncProperty(anySchedule, (schedule) => holds(schedule)),
    { numRuns: 2000 },
  );
}, 1_200_000);

test('one in five requests fails and tabs are killed: written rows are found, none is duplicated or misreported', async () => {
  await fc.assert(
    fc.asyncProperty(flakySchedule, (schedule) => holds(schedule, { findsAllWritten: true })),
    { numRuns: 200 },
  );
}, 300_000);
