import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { SimulatedWire, seeded, wires } from './test-wire';

beforeEach(() => void vi.useFakeTimers({ now: 1_000_000 }));
afterEach(() => void vi.useRealTimers());

const seconds = 60;

describe.each([1, 2.5, 5, 10, 50])('%d requests a second', (limit) => {
  test.each(
    Object.entries(wires).flatMap(([name, [least, make]]) => [1, 2, 4].map((tabs) => ({ name, least, make, tabs }))),
  )('$name, $tabs tabs: never more in a second arrive', async ({ least, make, tabs }) => {
    for (let seed = 1; seed <= 3; seed += 1) {
      const wire = new SimulatedWire({ limit, tabs, ...make(seeded(seed * 7919)) });
      const asked = Math.ceil((3 * limit) / tabs);
      for (let tab = 0; tab < tabs; tab += 1) {
        wire.keepAsking('job', asked, seconds * 1000, tab);
        wire.keepAsking('interactive', 3, seconds * 1000, tab);
      }
      await wire.run((seconds + 5) * 1000);
      expect(wire.most()).toBeLessThanOrEqual(Math.max(1, Math.floor(limit)));
      // Less of a limit that is no whole number can be used, and little is learned of few answers.
      if (limit >= 5) expect(wire.rate(10_000, seconds * 1000) / limit).toBeGreaterThan(least);
    }
  });
});
