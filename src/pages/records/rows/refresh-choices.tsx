import { useId } from 'react';
import { useTranslations } from 'use-intl';
import styles from './refresh-choices.module.css';
import { type AutoRefresh, intervals } from './use-auto-refresh';

/** How often rows are read again, to choose from. @param why they are not just now; null: they are, or it is off */
export function RefreshChoices({ every, choose, why }: AutoRefresh & { why: string | null }) {
  const t = useTranslations('records.upToDate');
  const group = useId();
  return (
    <fieldset className={styles.choices}>
      <legend className={styles.legend}>{t('heading')}</legend>
      {[null, ...intervals].map((each) => (
        <label key={each} className={styles.choice}>
          <input type="radio" name={group} checked={each === every} onChange={() => choose(each)} />
          {each === null ? t('off') : t(`every.s${each}`)}
        </label>
      ))}
      <p className={styles.note}>{why ?? t('when')}</p>
    </fieldset>
  );
}
