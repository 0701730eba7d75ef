import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { environmentsOptions } from '../api/gateway';
import { ProgressBar } from '../ui/progress-bar';
import styles from './environment-card.module.css';

/** How far the first loading of the embedded data is; nothing when it is done. */
export function Seeding() {
  const t = useTranslations('connect');
  const { data } = useQuery(environmentsOptions);
  const seeding = data?.seeding;
  if (!seeding || seeding.done) return null;
  return (
    <span className={styles.seeding} title={t('seeding', { loaded: seeding.loaded, total: seeding.total })}>
      <ProgressBar label={t('seedingLabel')} value={seeding.loaded} max={seeding.total} />
    </span>
  );
}
