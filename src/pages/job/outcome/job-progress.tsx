import { useTranslations } from 'use-intl';
import { ledger } from '../../../jobs/ledger/ledger';
import type { CallSummary } from '../../../jobs/ledger/use-jobs';
import type { JobRow } from '../../../storage/job-rows';
import { Button } from '../../../ui/form/button';
import styles from './outcome.module.css';

/** How fast calls are answered, and the time left. */
interface JobRate {
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

const width = 220;
const height = 26;

/** Calls a second over the last minute, with the limit as a dotted line. */
export function RateChart({ history, limit }: { history: readonly number[]; limit: number }) {
  const t = useTranslations('jobs');
  const top = Math.max(limit, ...history, 1) * 1.15;
  const x = (index: number): number => (index / Math.max(1, history.length - 1)) * width;
  const y = (rate: number): number => height - (rate / top) * height;
  const path = history.map((rate, index) => `${index === 0 ? 'M' : 'L'}${x(index).toFixed(1)} ${y(rate).toFixed(1)}`);
  return (
    <svg
      role="img"
      aria-label={t('rateChart')}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="xMinYMid"
      className={styles.chart}
    >
      <line x1={0} x2={width} y1={y(limit)} y2={y(limit)} className={styles.limit} />
      <path d={path.join(' ')} className={styles.rate} />
    </svg>
  );
}

/** How much of the limit a job takes: less leaves more to everything else that uses the key. */
export function PaceButtons({ job }: { job: JobRow }) {
  const t = useTranslations('jobs');
  const slower = nextShare(job.share, 'slower');
  const faster = nextShare(job.share, 'faster');
  const set = (share: number | null) => share !== null && void ledger.pace(job.id, share);
  return (
    <div className={styles.pace}>
      <Button size="small" disabledReason={slower === null ? t('slowest') : null} onClick={() => set(slower)}>
        {t('slower')}
      </Button>
      <Button size="small" disabledReason={faster === null ? t('fastest') : null} onClick={() => set(faster)}>
        {t('faster')}
      </Button>
      <span role="status">{t('share', { share: job.share })}</span>
    </div>
  );
}

/** Shares of the requests a second that a job is set to, slowest first. */
const shares = [0.1, 0.25, 0.5, 1] as const;

/** The share one step slower or faster than now; null at the ends. */
export function nextShare(share: number, step: 'slower' | 'faster'): number | null {
  if (step === 'faster') return shares.find((each) => each > share) ?? null;
  return shares.findLast((each) => each < share) ?? null;
}
