import { useTranslations } from 'use-intl';
import { columnLabel } from '../../../grid/columns/column-label';
import { type ColumnTable, gridColumnOf } from '../../../grid/columns/column-table';
import { showToast } from '../../../ui/overlay/toast';

/** Hides a column from a menu, which shows nothing of it afterwards: a notice says so, and shows it again. */
export function useHideColumn(table: ColumnTable): (id: string) => void {
  const t = useTranslations('columns.menu');
  const g = useTranslations('grid');
  return (id) => {
    const column = table.getColumn(id);
    if (!column) return;
    column.toggleVisibility(false);
    showToast({
      kind: 'neutral',
      title: t('hidden', { column: columnLabel(gridColumnOf(column), g) }),
      action: { label: t('showAgain'), onSelect: () => table.getColumn(id)?.toggleVisibility(true) },
      key: 'hidden-column',
    });
  };
}
