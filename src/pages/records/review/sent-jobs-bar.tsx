import { useTranslations } from 'use-intl';
import { SentJob } from './sent-job';
import type { SentJobs } from './sent-jobs';
import styles from './sent-jobs-bar.module.css';

interface SentJobsBarProps {
  sent: SentJobs;
  /** Opens the review of what undoes a job. */
  onUndo(id: string): void;
  /** The focus goes back to the cells. */
  onLeave(): void;
}

/** What is known of the changes that were sent from here, job by job, latest first. */
export function SentJobsBar({ sent, onUndo, onLeave }: SentJobsBarProps) {
  const t = useTranslations('changes');
  return (
    <section aria-label={t('sent')}>
      <ul className={styles.jobs}>
        {sent.ids.toReversed().map((id, place) => (
          <SentJob
            key={id}
            id={id}
            latest={place === 0}
            onUndo={() => onUndo(id)}
            onDismiss={() => {
              sent.dismiss(id);
              onLeave();
            }}
          />
        ))}
      </ul>
    </section>
  );
}
