import { useTranslations } from 'use-intl';
import type { Drift } from '../../../grid/rows/drift';
import { Button } from '../../../ui/form/button';
import { WarningIcon } from '../../../ui/icons/icons';
import styles from '../status-bar.module.css';

/** The table changed while it was read: what shows it, and what to do. */
export function DriftText({ drift, onReadAgain }: { drift: Drift; onReadAgain(): void }) {
  const t = useTranslations('records');
  const { twice, vanished } = drift;
  return (
    <>
      <span className={styles.drift}>
        <WarningIcon size={14} />
        <span className={styles.driftText} title={t('driftText')}>
          {[
            twice.size > 0 && t('driftTwice', { count: twice.size }),
            vanished.size > 0 && t('driftVanished', { count: vanished.size }),
          ]
            .filter(Boolean)
            .join(' · ')}
          {': '}
          {t('driftText')}
        </span>
      </span>
      <Button size="small" onClick={onReadAgain}>
        {t('readAgain')}
      </Button>
    </>
  );
}
