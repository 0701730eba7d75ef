import { useTranslations } from 'use-intl';
import type { DwRecord } from '../../contract/records';
import type { Drafts } from '../../edits/drafts';
import { isOfKind } from '../cells/kinds';
import { columnLabel } from '../columns/column-label';
import type { GridColumn } from '../columns/columns-of';
import { currentValue, draftOf } from '../edit/current-value';
import { nameOfValue } from '../profile/name-of-value';
import { useRowWords, useWords } from '../use-words';

/** What a field in a cell is called: its column and row, its value, and whatever is to be known of it. */
export function useCellLabel(
  drafts: Drafts,
  markAt: (row: number) => string | null,
): (column: GridColumn, record: DwRecord, row: number) => string {
  const t = useTranslations('grid');
  const words = useWords();
  const says = useRowWords();
  return (column, record, row) => {
    const value = currentValue(drafts, record, column.id);
    const draft = draftOf(drafts, record, column.id);
    const told = [
      draft?.unfit ? `${value}` : nameOfValue(value, column, words),
      (draft?.unfit || !isOfKind(value, column.kind, { words, config: column.config })) && words.misfit,
      draft && says.staged,
      markAt(row),
    ];
    return t('editorLabel', {
      column: columnLabel(column, t),
      row: row + 1,
      value: told.filter(Boolean).join(', '),
    });
  };
}
