import type { CSSProperties } from 'react';
import { useTranslations } from 'use-intl';
import type { Timeline } from './timeline';
import styles from './timeline-bar.module.css';

const phases = ['waiting', 'network', 'decoding'] as const;

/** The three phases of a request as lengths of one bar. @param scale milliseconds that fill the bar; a longer request is cut there */
export function TimelineBar({ timeline, scale }: { timeline: Timeline; scale: number }) {
  const t = useTranslations('activity');
  const common = useTranslations('common');
  const told = (value: number) => common('milliseconds', { value });
  const name = t('timelineName', {
    waiting: told(timeline.waiting),
    network: told(timeline.network),
    decoding: told(timeline.decoding),
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
