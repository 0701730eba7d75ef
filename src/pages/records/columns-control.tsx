import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../ui/button';
import { ColumnsIcon } from '../../ui/icons';
import { later } from '../../ui/later';
import { Popover } from '../../ui/popover';
import type { ColumnsListProps } from './columns-list';

const ColumnsList = later(async () => (await import('./columns-list')).ColumnsList);

/** The columns of the table and what is chosen for them; kept for this table in this browser. */
export function ColumnsControl(props: Omit<ColumnsListProps, 'onLeave'>) {
  const t = useTranslations('records');
  const [open, setOpen] = useState(false);
  return (
    <Popover
      label={t('columns')}
      align="end"
      open={open}
      onOpenChange={setOpen}
      trigger={
        <Button kind="ghost" size="small" icon={<ColumnsIcon />}>
          {t('columns')}
        </Button>
      }
    >
      <ColumnsList {...props} onLeave={() => setOpen(false)} />
    </Popover>
  );
}
