import type { CSSProperties } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { outcomeKeys } from '../../jobs/results/outcome-keys';
import { type OutcomeCounts, outcomes } from '../../storage/job-rows';
import styles from './outcome-bar.module.css';

/** Rows of a job by outcome, in words; the bar above them only repeats it. */
export function OutcomeBar({ counts }: { counts: OutcomeCounts }) {
  const t = useTranslations('jobs');
  const format = useFormatter();
  const present = outcomes.filter((outcome) => counts[outcome] > 0);
  return (
    <div className={styles.outcomes}>
      <div className={styles.bar} aria-hidden="true">
        {present.map((outcome) => (
          <i key={outcome} data-outcome-part={outcome} style={{ '--rows': counts[outcome] } as CSSProperties} />
        ))}
      </div>
      <div className={styles.words}>
        {present
          .map((outcome) => `${format.number(counts[outcome])} ${t(`outcome.${outcomeKeys[outcome]}`)}`)
          .join(' · ')}
      </div>
    </div>
  );
}
