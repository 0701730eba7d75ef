import { useTranslations } from 'use-intl';
import { Button } from '../../ui/button';
import { ColumnsIcon } from '../../ui/icons';
import { later } from '../../ui/later';
import { Popover } from '../../ui/popover';
import type { ColumnsListProps } from './columns-list';

const ColumnsList = later(async () => (await import('./columns-list')).ColumnsList);

/** Which columns show; kept for this table in this browser. */
export function ColumnsControl(props: ColumnsListProps) {
  const t = useTranslations('records');
  return (
    <Popover
      label={t('columns')}
      align="end"
      trigger={
        <Button kind="ghost" size="small" icon={<ColumnsIcon />}>
          {t('columns')}
        </Button>
      }
    >
      <ColumnsList {...props} />
    </Popover>
  );
}
