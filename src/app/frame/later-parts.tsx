import { useCallback } from 'react';
import { useTranslations } from 'use-intl';
import { watchOpenJobs } from '../../jobs/ledger/use-jobs';
import { useSubscription } from '../../state/store';
import { Notice } from '../../ui/display/notice';
import { ProgressBar } from '../../ui/display/progress-bar';
import { Dialog } from '../../ui/overlay/dialog';
import { ShortcutsList } from '../../ui/shortcuts/shortcuts-list';
import styles from './environment-card.module.css';
import { showDialog, useOpenDialog } from './open-dialog';
import openJobsStyles from './rail.module.css';

/** The keyboard shortcuts, opened by `?`. */
export function ShortcutsDialog() {
  const t = useTranslations('frame');
  return (
    <Dialog open={useOpenDialog() === 'shortcuts'} onClose={() => showDialog(null)} title={t('shortcuts')}>
      <ShortcutsList />
    </Dialog>
  );
}

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

/** The note on a page without a secure context. */
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
  const listen = useCallback(
    (tell: (count: number) => void) => watchOpenJobs({ environment, identity }, (jobs) => tell(jobs.length)),
    [environment, identity],
  );
  const count = useSubscription(listen) ?? 0;
  return count > 0 ? <span className={openJobsStyles.count}>{count}</span> : null;
}
