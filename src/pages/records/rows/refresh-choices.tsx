import { useId } from 'react';
import { useTranslations } from 'use-intl';
import styles from './refresh-menu.module.css';
import { type AutoRefresh, intervals } from './use-auto-refresh';

/** How often. @param why the rows are not read again just now; null when they are */
export function RefreshChoices({ every, why, choose }: Pick<AutoRefresh, 'every' | 'choose'> & { why: string | null }) {
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
