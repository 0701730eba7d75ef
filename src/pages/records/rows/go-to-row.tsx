import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { VisuallyHidden } from '../../../ui/display/visually-hidden';
import { lazyPart } from '../../../ui/layout/lazy-part';
import { Popover } from '../../../ui/overlay/popover';
import styles from '../status-bar.module.css';
import type { RowFormProps } from './row-form';

interface GoToRowProps extends Omit<RowFormProps, 'onDone'> {
  open: boolean;
  onOpenChange(open: boolean): void;
  /** What is known of the rows: pressing on it opens. */
  children: ReactNode;
}

const RowForm = lazyPart(async () => (await import('./row-form')).RowForm);

/** Asks for the number of a row and goes there. */
export function GoToRow({ open, onOpenChange, exactly, onGo, onLast, children }: GoToRowProps) {
  const t = useTranslations('records');
  return (
    <Popover
      label={t('goToRow')}
      open={open}
      onOpenChange={onOpenChange}
      align="start"
      trigger={
        <button type="button" className={styles.rows} title={t('goToRowTip')}>
          {children}
          <VisuallyHidden>{`, ${t('goToRow')}`}</VisuallyHidden>
        </button>
      }
    >
      <RowForm exactly={exactly} onGo={onGo} onLast={onLast} onDone={() => onOpenChange(false)} />
    </Popover>
  );
}
