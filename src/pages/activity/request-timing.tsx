import type { CSSProperties } from 'react';
import { useTranslations } from 'use-intl';
import type { ActivityEntry } from '../../api/wire/activity';
import styles from './timeline-bar.module.css';

const phases = ['waiting', 'network', 'decoding'] as const;

/** The three phases of a request as lengths of one bar. @param scale milliseconds that fill the bar; a longer request is cut there */
export function TimelineBar({ timeline, scale }: { timeline: Timeline; scale: number }) {
  const t = useTranslations('activity');
  const common = useTranslations('common');
  const duration = (value: number) => common('milliseconds', { value });
  const name = t('timelineName', {
    waiting: duration(timeline.waiting),
    network: duration(timeline.network),
    decoding: duration(timeline.decoding),
  });
  return (
    <span role="img" aria-label={name} title={name} className={styles.bar}>
      {phases.map((phase) => (
        <span
          key={phase}
          className={styles[phase]}
          style={{ '--share': `${(100 * timeline[phase]) / scale}%` } as CSSProperties}
        />
      ))}
      {timeline.total > scale ? <span className={styles.cut} /> : null}
    </span>
  );
}

/** The same as a list with numbers. */
export function TimelineList({ timeline }: { timeline: Timeline }) {
  const t = useTranslations('activity');
  const common = useTranslations('common');
  return (
    <div className={styles.detail}>
      <TimelineBar timeline={timeline} scale={Math.max(1, timeline.total)} />
      <ul className={styles.legend}>
        {phases.map((phase) => (
          <li key={phase}>
            <span className={styles[phase]} />
            {t(phase)}
            <span className={styles.value}>
              {common('milliseconds', { value: timeline[phase] })}
              {timeline.now === phase ? ` ${t('soFar')}` : null}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Where the time of a request went, in milliseconds; a phase that has not begun is 0. */
interface Timeline {
  /** For its turn in the rate budget. */
  waiting: number;
  /** From sending to the whole answer. */
  network: number;
  /** From the answer to what the console makes of it. */
  decoding: number;
  total: number;
  /** The phase it is in; null when it has ended. */
  now: 'waiting' | 'network' | 'decoding' | null;
}

type Times = Pick<ActivityEntry, 'queuedAt' | 'sentAt' | 'answeredAt' | 'finishedAt'>;

/** Splits the time of a request; one that is under way counts up to `now` (epoch milliseconds). A clock that was set back never gives less than 0. */
export function timelineOf({ queuedAt, sentAt, answeredAt, finishedAt }: Times, now: number): Timeline {
  const end = finishedAt ?? now;
  const sent = sentAt ?? end;
  const answered = answeredAt ?? (sentAt === null ? sent : end);
  const waiting = Math.max(0, sent - queuedAt);
  const network = Math.max(0, answered - sent);
  const decoding = Math.max(0, end - answered);
  const phase = sentAt === null ? 'waiting' : answeredAt === null ? 'network' : 'decoding';
  return { waiting, network, decoding, total: waiting + network + decoding, now: finishedAt === null ? phase : null };
}

/** The length that fills a bar: nine in ten requests fit, so that one slow one does not flatten all others. At least 100 ms. */
export function scaleOf(totals: readonly number[]): number {
  const sorted = [...totals].sort((a, b) => a - b);
  return Math.max(100, sorted[Math.floor((sorted.length - 1) * 0.9)] ?? 0);
}
