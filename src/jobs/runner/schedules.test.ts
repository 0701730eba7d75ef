import fc from 'fast-check';
import { afterEach, test } from 'vitest';
import { anySchedule, holds } from './test-schedules';
import { endWorlds } from './test-world';

afterEach(endWorlds);

test('12 schedules of failures and kills, by ID and by key: counts add up, nothing is duplicated or misreported', async () => {
  await fc.assert(
    fc.asyncProperty(anySchedule, (schedule) => holds(schedule)),
    { numRuns: 12 },
  );
}, 300_000);

test('killed at each step, before and after it took effect', async () => {
  for (let step = 1; step <= 25; step += 1) {
    const platform = ['applies', 'cut-after', 'applies-late'] as const;
    const mode = step % 3 === 0 ? 'update' : 'upsert';
    await holds({ platform: [...platform], ends: [{ step, how: 'before' }], withEvents: step % 2 === 0, mode });
    await holds({ platform: [...platform], ends: [{ step, how: 'after' }], withEvents: step % 2 === 1, mode });
  }
}, 300_000);
