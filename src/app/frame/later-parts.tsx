import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { watchOpenJobs } from '../../jobs/ledger/use-jobs';
import { Notice } from '../../ui/display/notice';
import { ProgressBar } from '../../ui/display/progress-bar';
import styles from './environment-card.module.css';
import openJobsStyles from './rail.module.css';

interface SeedingProps {
  loaded: number;
  total: number;
}

/** How far the first loading of the embedded data is. */
export function Seeding({ loaded, total }: SeedingProps) {
  const t = useTranslations('connect');
  return (
    <span className={styles.seeding} title={t('seeding', { loaded, total })}>
      <ProgressBar label={t('seedingLabel')} value={loaded} max={total} />
    </span>
  );
}

/** What a page without a secure context says. */
export function InsecureStrip() {
  const t = useTranslations('frame');
  return (
    <Notice strip tone="staged" title={t('insecureTitle')}>
      {t('insecureText')}
    </Notice>
  );
}

/** The number of open jobs of a key, live over all tabs; nothing when there is none. */
export function OpenJobs({ environment, identity }: { environment: string; identity: string }) {
  const [count, setCount] = useState(0);
  useEffect(() => watchOpenJobs({ environment, identity }, (jobs) => setCount(jobs.length)), [environment, identity]);
  return count > 0 ? <span className={openJobsStyles.count}>{count}</span> : null;
}
