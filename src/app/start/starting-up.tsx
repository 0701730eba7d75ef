import { useTranslations } from 'use-intl';
import { Delayed, Spinner } from '../../ui/display/skeleton';
import styles from './starting-up.module.css';

/** While the first page is on its way. */
export function StartingUp() {
  const t = useTranslations('common');
  return (
    <Delayed>
      <div role="status" className={styles.starting}>
        <Spinner size={20} />
        {t('loading')}
      </div>
    </Delayed>
  );
}
