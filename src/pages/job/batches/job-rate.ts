import type { CallSummary } from '../../../jobs/ledger/use-jobs';

/** How fast calls are answered, and how long the rest takes. */
export interface JobRate {
  /** Calls a second over the last seconds; 0 when none was answered. */
  perSecond: number;
  /** Milliseconds until the last call is sent, at that rate; null while there is no rate. */
  left: number | null;
  /** Calls answered in each of the last seconds, oldest first. */
  history: number[];
}

const measuredMs = 10_000;
const historySeconds = 60;

/** The rate of a job from the times of its answers. @param now epoch milliseconds */
export function rateOf(calls: readonly Pick<CallSummary, 'state' | 'answered_at' | 'sent_at'>[], now: number): JobRate {
  const history = Array.from({ length: historySeconds }, () => 0);
  let recent = 0;
  let waiting = 0;
  let first = now;
  for (const { state, answered_at, sent_at } of calls) {
    if (state === 'waiting') waiting += 1;
    if (sent_at !== null && sent_at < first) first = sent_at;
    if (answered_at === null) continue;
    const age = now - answered_at;
    if (age >= 0 && age < measuredMs) recent += 1;
    const second = historySeconds - 1 - Math.floor(age / 1000);
    if (second >= 0 && second < historySeconds) history[second] = (history[second] ?? 0) + 1;
  }
  // A job that began a moment ago is measured over the time it has had.
  const span = Math.max(1000, Math.min(measuredMs, now - first));
  const perSecond = recent / (span / 1000);
  return { perSecond, left: perSecond > 0 ? (waiting / perSecond) * 1000 : null, history };
}

/** A length of time in the words it needs. */
export function timeParts(
  milliseconds: number,
):
  | { key: 'seconds'; values: { count: number } }
  | { key: 'minutes'; values: { minutes: number; seconds: number } }
  | { key: 'hours'; values: { hours: number; minutes: number } } {
  if (milliseconds < 9950)
    return { key: 'seconds', values: { count: Math.max(0, Math.round(milliseconds / 100) / 10) } };
  const seconds = Math.round(milliseconds / 1000);
  if (seconds < 60) return { key: 'seconds', values: { count: seconds } };
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return { key: 'minutes', values: { minutes, seconds: seconds % 60 } };
  return { key: 'hours', values: { hours: Math.floor(minutes / 60), minutes: minutes % 60 } };
}
