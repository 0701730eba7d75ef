import { afterEach, expect, test } from 'vitest';
import { endWorlds, ids, outcomesOf, world } from '../runner/test-world';
import { noCounts } from '../table/job-state';
import { testJobRow } from '../test-job';
import { type Activity, activities, asksToStay, jobActivity, pauseOf } from './job-activity';

afterEach(endWorlds);

const now = 1_000_000;
const hold = { message: '', code: null, trace_id: null };
const tooMany = { ...hold, reason: 'too-many' as const, since: now - 1000, until: now + 1000 };
const keyRefused = { ...hold, reason: 'key-refused' as const, until: null };
const failing = { ...hold, reason: 'failing' as const, until: null };

const job = (counts: object, more: Parameters<typeof testJobRow>[0] = {}) =>
  testJobRow({ open: 1, ...more, counts: { ...noCounts(), ...counts } });
const unsent = { 'not-sent': 3 };

test.each<[what: string, Activity, ReturnType<typeof job>]>([
  ['rows are left to send', 'sending', job(unsent)],
  ['the last calls are not answered', 'sending', job({ sending: 2 })],
  ['a call that was turned away is read back before it is sent again', 'sending', job({}, turnedAway())],
  ['too many requests: it continues by itself', 'pausing', job(unsent, { hold: tooMany })],
  ['the only call was turned away', 'pausing', job({ unknown: 2 }, { hold: tooMany, ...turnedAway() })],
  ['that time is over, and nothing was answered since', 'sending', job(unsent, { hold: { ...tooMany, until: now } })],
  ['a stop is being confirmed', 'pausing', job(unsent, { asked_until: now + 1000 })],
  ['a key was refused', 'held', job(unsent, { hold: keyRefused })],
  ['a key was refused, and nothing can be read back', 'held', job({ accepted: 3 }, { hold: keyRefused })],
  ['it failed, and what was accepted is read back', 'proving', job({ accepted: 3 }, { hold: failing })],
  ['a person paused it', 'paused', job(unsent, { order: 'pause' })],
  ['a person paused it while it was held up', 'paused', job(unsent, { order: 'pause', hold: tooMany })],
  ['it is paused and held: resuming alone does not help', 'held', job(unsent, { order: 'pause', hold: keyRefused })],
  ['paused with nothing left to send', 'proving', job({ accepted: 1 }, { order: 'pause' })],
  ['a stop is being confirmed, and nothing is left to send', 'proving', job({ accepted: 1 }, { asked_until: now + 9 })],
  ['stopped, and what was sent is read back', 'proving', job({ ...unsent, accepted: 1 }, { order: 'stop' })],
  ['stopped', 'stopped', job(unsent, { open: 0, order: 'stop' })],
  ['stopped too late', 'ended', job({ verified: 3 }, { open: 0, order: 'stop' })],
])('%s: %s', (_what, expected, row) => {
  expect(jobActivity(row, now)).toBe(expected);
});

function turnedAway() {
  return { turned_away: [{ number: 1, rows: 2 }] };
}

test('a pause that was noted before the clock was set back is over', () => {
  expect(pauseOf(job(unsent, { hold: { ...tooMany, since: now + 60_000, until: now + 61_000 } }), now)).toBeNull();
  expect(pauseOf(job(unsent, { asked_until: now + 3_600_000 }), now)).toBeNull();
});

test('calls of a paused job may be on their way: leaving asks', () => {
  expect(asksToStay(job({ ...unsent, sending: 2 }, { order: 'pause' }), now)).toBe(true);
  expect(asksToStay(job(unsent, { order: 'pause' }), now)).toBe(false);
});

test('a job whose platform asks it to wait keeps its key, and leaving asks, until everything is sent', async () => {
  const here = world(['applies', 'too-many-says-when', 'applies', 'too-many'], 900, false);
  const id = await here.add(ids(900), () => ({ f: 'new' }));
  const told = new Set<Activity>();
  await here.run([], async () => {
    const row = await here.job(id);
    const activity = jobActivity(row, here.clock.now());
    told.add(activity);
    if (row.open === 1) expect(activities[activity].needsKey).toBe(true);
    if (row.counts['not-sent'] > 0) expect(asksToStay(row, here.clock.now())).toBe(true);
    return row.open === 0;
  });
  expect([...told]).toEqual(['sending', 'pausing', 'proving', 'ended']);
  expect(outcomesOf(await here.job(id))).toEqual({ verified: 900 });
});

test('a job notes when the platform answered it last', async () => {
  const here = world(['applies', 'unreachable', 'applies'], 300, false);
  const id = await here.add(ids(300), () => ({ f: 'new' }));
  const begun = here.clock.now();
  await here.run();
  const row = await here.job(id);
  const read = (await here.db.batches.toArray()).map(({ read_at }) => Number(read_at));
  expect(row.answered_at).toBe(Math.max(...read));
  expect(row.answered_at).toBeGreaterThan(begun);
});
