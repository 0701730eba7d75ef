import { useTranslations } from 'use-intl';
import { ledger } from '../../../jobs/runner/run-connection';
import type { JobRow } from '../../../storage/job-rows';
import { Button } from '../../../ui/form/button';
import styles from '../job.module.css';
import { nextShare } from './pace';

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
