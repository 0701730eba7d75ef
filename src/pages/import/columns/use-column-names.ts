import { useCallback } from 'react';
import { useTranslations } from 'use-intl';
import type { ColumnHead } from '../../../transfer/in/source/header';

/** What a column is called: its header; its place where that is empty; both where others have the same. */
export function useColumnNames(columns: readonly ColumnHead[]): (index: number) => string {
  const t = useTranslations('import');
  return useCallback(
    (index) => {
      const column = columns[index];
      if (!column?.name) return t('column', { number: index + 1 });
      return column.double ? `${column.name} (${index + 1})` : column.name;
    },
    [columns, t],
  );
}
