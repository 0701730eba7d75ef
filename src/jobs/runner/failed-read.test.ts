import { afterEach, describe, expect, test } from 'vitest';
import type { FailedReadBack } from '../../storage/job-rows';
import { endWorlds, ids, outcomesOf, type World, world } from './test-world';

afterEach(endWorlds);

/** A job whose rows the review has just read: what fails is the read-back. */
async function sent(here: World, count: number): Promise<string> {
  const id = await here.add(ids(count), () => ({ f: 'new' }));
  await here.db.jobs.update(id, { kind: 'edit', read_at: here.clock.now() });
  return id;
}

describe('a read-back that fails', () => {
  test('is reported at once with its error and next retry, and cleared once rows are read', async () => {
    const here = world([], 100, false, { reads: ['fails', 'cut', null] });
    const id = await sent(here, 100);
    const said: FailedReadBack[] = [];
    await here.run([], async () => {
      const { failed_read, open } = await here.job(id);
      if (failed_read && said.at(-1)?.until !== failed_read.until) {
        said.push(failed_read);
        expect(failed_read.until).toBeGreaterThan(here.clock.now());
      }
      return open === 0;
    });
    expect(said).toMatchObject([
      { kind: 'system', code: 500, trace_id: expect.stringMatching(/^t/), retry_after_ms: null },
      { kind: 'no-answer', code: null, trace_id: null },
    ]);
    const job = await here.job(id);
    expect(job.failed_read).toBeNull();
    expect(outcomesOf(job)).toEqual({ verified: 100 });
  });

  test('does not delay batches still to be sent', async () => {
    const sentOf = async (reads: 'fails' | null): Promise<number> => {
      const here = world([], 2000, false, { reads: Array(8).fill(reads) });
      const id = await sent(here, 2000);
      const began = here.clock.now();
      await here.run([], async () => (await here.job(id)).counts['not-sent'] === 0);
      return here.clock.now() - began;
    };
    expect(await sentOf('fails')).toBeLessThanOrEqual((await sentOf(null)) * 1.1);
  });

  test('can be retried at once', async () => {
    const here = world([], 100, false, { reads: ['fails', 'fails', 'fails', 'fails', null] });
    const id = await sent(here, 100);
    let pressed: { at: number; until: number } | null = null;
    const reads: number[] = [];
    const list = here.platform.list.bind(here.platform);
    here.platform.list = (input) => {
      reads.push(here.clock.now());
      return list(input);
    };
    await here.run([], async () => {
      const { failed_read, open } = await here.job(id);
      if (reads.length === 4 && !pressed && failed_read && failed_read.until > here.clock.now()) {
        pressed = { at: here.clock.now(), until: failed_read.until };
        await here.ledger.readNow(id, pressed.at);
        expect((await here.job(id)).failed_read).toMatchObject({ code: 500, until: 0 });
      }
      return open === 0;
    });
    const { at, until } = pressed ?? { at: 0, until: 0 };
    expect(until - at).toBeGreaterThan(5000);
    expect((reads[4] ?? 0) - at).toBeLessThan(1000);
    expect(outcomesOf(await here.job(id))).toEqual({ verified: 100 });
  });

  test('is cleared when an event reports the outcome', async () => {
    const here = world([], 200, true, {
      trustEvents: true,
      reads: Array(50).fill('fails'),
      events: [[5000], [60_000]],
    });
    const id = await sent(here, 200);
    let failed = false;
    await here.run([], async () => {
      const { failed_read, open } = await here.job(id);
      failed ||= Boolean(failed_read);
      return open === 0;
    });
    expect(failed).toBe(true);
    const job = await here.job(id);
    expect(outcomesOf(job)).toEqual({ verified: 200 });
    expect(job.failed_read ?? null).toBeNull();
  });
});
