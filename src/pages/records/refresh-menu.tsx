import { useId, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../ui/button';
import { ClockIcon } from '../../ui/icons';
import { Popover } from '../../ui/popover';
import styles from './refresh-menu.module.css';
import { type AutoRefresh, intervals } from './use-auto-refresh';

/** How often the rows on the screen are read again by themselves, and why they are not just now. */
export function RefreshMenu({ every, paused, choose }: AutoRefresh) {
  const t = useTranslations('records.upToDate');
  const group = useId();
  const [open, setOpen] = useState(false);
  const said = every === null ? t('off') : t(`every.s${every}`);
  const why = every !== null && paused !== null ? t(`paused.${paused}`) : null;
  return (
    <Popover
      label={t('heading')}
      align="end"
      open={open}
      onOpenChange={setOpen}
      trigger={
        <Button
          kind="ghost"
          icon={<ClockIcon />}
          aria-label={[t('label', { said }), why].filter(Boolean).join(', ')}
          tooltip={t('label', { said })}
        >
          {every === null ? null : (why ?? said)}
        </Button>
      }
    >
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
    </Popover>
  );
}
