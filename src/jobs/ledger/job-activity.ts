import { longestWaitMs } from '../../api/wire/clock';
import type { JobHold, JobRow } from '../../storage/job-rows';
import { rowsToSend } from '../table/job-state';

/** A hidden tab may wake only once a minute. A tab that closes during a confirmation keeps its job paused no longer than this. */
export const askedForMs = 90_000;
/** A time further ahead than any page could have stored comes from before the clock was set back, and counts as past. */
const lookMs = 2000;

/** Why a job sends nothing although it may have rows to send: a person paused it, a stop is being confirmed, or something holds it up. */
export type Pause = { by: 'person' } | { by: 'question'; until: number } | { by: 'hold'; hold: JobHold };

type PausedJob = Pick<JobRow, 'order' | 'asked_until' | 'hold'>;

/** What pauses a job at a time (epoch milliseconds), and of several the one that does not end by itself; null: nothing does. */
export function pauseOf(job: PausedJob, now: number): Pause | null {
  const { order, asked_until = 0 } = job;
  const hold = holdOf(job, now);
  if (hold?.until === null) return { by: 'hold', hold };
  if (order === 'pause') return { by: 'person' };
  if (asked_until > now && asked_until <= now + askedForMs + lookMs) return { by: 'question', until: asked_until };
  return hold && { by: 'hold', hold };
}

/** When a pause ends by itself, epoch milliseconds; null: when a person resumes the job. */
export function endOfPause(pause: Pause): number | null {
  if (pause.by === 'person') return null;
  return pause.by === 'question' ? pause.until : pause.hold.until;
}

/** What holds a job up at a time (epoch milliseconds), whatever a person ordered; null: nothing does any more. */
export function holdOf({ hold }: Pick<JobRow, 'hold'>, now: number): JobHold | null {
  if (hold === null || hold.until === null) return hold;
  const { until, since = 0 } = hold;
  return until > now && until <= now + longestWaitMs + lookMs && since <= now + lookMs ? hold : null;
}

/** Without a key, or what it sends, nothing can be read back either. */
const stopsReading: ReadonlySet<JobHold['reason']> = new Set<JobHold['reason']>(['key-refused', 'lost']);

/** Whether a hold stays where another one is reported later: it lasts longer, or less is possible with it. */
export function outlasts(hold: JobHold, other: JobHold): boolean {
  if (hold.until === null && other.until === null)
    return stopsReading.has(hold.reason) && !stopsReading.has(other.reason);
  return (hold.until ?? Number.POSITIVE_INFINITY) > (other.until ?? Number.POSITIVE_INFINITY);
}

/**
 * What a job does: `sending` it has rows to send, or is being answered · `pausing` it sends nothing, and continues by itself · `held` it waits for a person, who
 * did not pause it · `paused` a person did · `proving` everything is sent, and read back · `stopped`, `ended` nothing is left to do.
 */
export type Activity = 'sending' | 'pausing' | 'held' | 'paused' | 'proving' | 'stopped' | 'ended';

/** What follows from an activity: its tone, whether leaving the page interrupts it, and whether it needs the key. */
export const activities = {
  sending: { tone: 'accent', asksToStay: true, needsKey: true },
  pausing: { tone: 'staged', asksToStay: true, needsKey: true },
  held: { tone: 'bad', asksToStay: false, needsKey: false },
  paused: { tone: 'staged', asksToStay: false, needsKey: false },
  proving: { tone: 'accent', asksToStay: false, needsKey: true },
  stopped: { tone: 'neutral', asksToStay: false, needsKey: false },
  ended: { tone: 'neutral', asksToStay: false, needsKey: false },
} as const satisfies Record<Activity, object>;

/** What a job does at a time (epoch milliseconds): the one answer for badges, buttons, the idle lock and whoever asks before the page is left. */
export function jobActivity(job: JobRow, now: number): Activity {
  const { open, order, counts } = job;
  if (open === 0) return order === 'stop' && counts['not-sent'] > 0 ? 'stopped' : 'ended';
  const left = order === 'stop' ? 0 : rowsToSend(job);
  const pause = order === 'stop' ? null : pauseOf(job, now);
  if (pause && left > 0) {
    if (endOfPause(pause) !== null) return 'pausing';
    return pause.by === 'person' ? 'paused' : 'held';
  }
  if (pause?.by === 'hold' && stopsReading.has(pause.hold.reason)) return 'held';
  return left > 0 || counts.sending > 0 ? 'sending' : 'proving';
}

/**
 * Whether a job goes on only as long as there is its key. Not without limit: where nothing was answered for a time, a platform that cannot be reached would keep
 * the key for days.
 * @param limitMs how long the platform may leave everything unanswered
 */
export function needsKey(job: JobRow, now: number, limitMs: number): boolean {
  if (!activities[jobActivity(job, now)].needsKey) return false;
  const { answered_at, started_at, created_at, hold } = job;
  // A platform that asks to wait has answered.
  const asked = hold?.reason === 'too-many' ? hold.since : undefined;
  // Of a time that is still to come nothing is known: the clock was set back.
  return [answered_at, asked, started_at, created_at].some(
    (at) => typeof at === 'number' && at <= now + lookMs && now - at < limitMs,
  );
}

/** Whether leaving the page interrupts a job; calls of a paused one may still be on their way. */
export function asksToStay(job: JobRow, now: number): boolean {
  return job.counts.sending > 0 || activities[jobActivity(job, now)].asksToStay;
}
