import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { noChoice } from '../../../grid/columns/column-choice';
import { Button } from '../../../ui/form/button';
import { ColumnsIcon } from '../../../ui/icons/icons';
import { lazyPart } from '../../../ui/layout/lazy-part';
import { Popover } from '../../../ui/overlay/popover';
import { usePageCommand } from '../page-commands';
import type { ColumnsListProps } from './columns-list';
import styles from './columns-list.module.css';

const ColumnsList = lazyPart(async () => (await import('../later')).ColumnsList);

/** The columns of the table and what is chosen for them; kept for this table in this browser. */
export function ColumnsControl(props: Omit<ColumnsListProps, 'onLeave'>) {
  const t = useTranslations('records');
  const { columns, choice } = props.chosen;
  const { columnVisibility } = choice;
  const hidden = columns.filter(
    ({ id }) => columnVisibility[id] === false && noChoice.columnVisibility[id] !== false,
  ).length;
  const [open, setOpen] = useState(false);
  usePageCommand('columns', () => setOpen(true));
  return (
    <Popover
      label={t('columns')}
      open={open}
      onOpenChange={setOpen}
      align="end"
      trigger={
        <Button
          kind="ghost"
          size="small"
          icon={<ColumnsIcon />}
          data-hidden-columns={hidden || undefined}
          aria-description={hidden > 0 ? t('hidden', { count: hidden }) : undefined}
        >
          {t('columns')}
          {hidden > 0 ? (
            <span className={styles.hidden} aria-hidden="true">
              {t('hidden', { count: hidden })}
            </span>
          ) : null}
        </Button>
      }
    >
      {(close) => <ColumnsList {...props} onLeave={close} />}
    </Popover>
  );
}
