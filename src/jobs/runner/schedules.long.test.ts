import fc from 'fast-check';
import { afterEach, test } from 'vitest';
import { anySchedule, holds } from './test-schedules';
import { endWorlds } from './test-world';

afterEach(endWorlds);

test('2,000 schedules of failures and kills, by id and by key: counts add up, nothing is doubled, nothing is wrongly called', async () => {
  await fc.assert(
    fc.asyncProperty(anySchedule, (schedule) => holds(schedule)),
    { numRuns: 2000 },
  );
}, 1_200_000);
