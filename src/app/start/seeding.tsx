import { useTranslations } from 'use-intl';
import { ProgressBar } from '../../ui/display/progress-bar';
import styles from '../frame/environment-card.module.css';

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
