import { useId } from 'react';
import { useTranslations } from 'use-intl';
import styles from './refresh-choices.module.css';

/** Seconds between two readings of the rows on the screen. */
export type Interval = 10 | 30 | 60 | 300;

interface RefreshChoicesProps {
  intervals: readonly Interval[];
  /** Null when rows are read by hand alone. */
  every: Interval | null;
  /** Why they are not read just now; null: they are, or it is off. */
  why: string | null;
  choose(every: Interval | null): void;
}

/** How often rows are read again, to choose from. */
export function RefreshChoices({ intervals, every, why, choose }: RefreshChoicesProps) {
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
