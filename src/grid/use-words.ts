import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import type { DwRecord } from '../contract/records';
import type { Drafts } from '../edits/drafts';
import { type CellWords, isOfKind, textOfValue } from './cells/kinds';
import { columnLabel } from './columns/column-label';
import type { GridColumn } from './columns/columns-of';
import { currentValue, draftOf } from './edit/cell-edits';

/** States of a row and its cells, for those who listen. */
export interface RowWords {
  notRead: string;
  staged: string;
  /** Stands before the value that a change replaces. */
  was: string;
}

/** The words of cells; the same object until the language changes, so that rows are not drawn anew. */
export function useWords(): CellWords {
  const t = useTranslations('grid.words');
  return useMemo(
    () => ({
      null: t('null'),
      missing: t('missing'),
      empty: t('empty'),
      yes: t('yes'),
      no: t('no'),
      misfit: t('misfit'),
    }),
    [t],
  );
}

/** The words for the states of rows; as above. */
export function useRowWords(): RowWords {
  const t = useTranslations('grid.states');
  return useMemo(() => ({ notRead: t('notRead'), staged: t('staged'), was: t('was') }), [t]);
}

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
      draft?.unfit ? `${value}` : textOfValue(value, column, words),
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
