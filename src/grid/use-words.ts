import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import type { DwRecord } from '../contract/records';
import type { Drafts } from '../edits/drafts';
import { type CellWords, isOfKind, textOfValue } from './cells/kinds';
import { columnLabel } from './columns/column-label';
import type { GridColumn } from './columns/columns-of';
import { currentValue, draftOf } from './edit/cell-edits';

/** The words of cells, and of the states of a row and its cells for those who listen. */
export interface GridWords extends CellWords {
  notRead: string;
  staged: string;
  /** Precedes the value that a change replaces. */
  was: string;
  /** Stands for the id of a record that is to be created. */
  isNew: string;
}

/** Texts of the grid; the same object until the language changes, so that rows do not render again. */
export function useWords(): GridWords {
  const t = useTranslations('grid');
  return useMemo(
    () => ({
      null: t('words.null'),
      missing: t('words.missing'),
      empty: t('words.empty'),
      yes: t('words.yes'),
      no: t('words.no'),
      misfit: t('words.misfit'),
      notRead: t('states.notRead'),
      staged: t('states.staged'),
      was: t('states.was'),
      isNew: t('states.isNew'),
    }),
    [t],
  );
}

/** The accessible name of a cell: its column, row and value, and notes about it. */
export function useCellLabel(
  drafts: Drafts,
  markAt: (row: number) => string | null,
): (column: GridColumn, record: DwRecord, row: number) => string {
  const t = useTranslations('grid');
  const words = useWords();
  return (column, record, row) => {
    const value = currentValue(drafts, record, column.id);
    const draft = draftOf(drafts, record, column.id);
    const told = [
      draft?.unfit ? `${value}` : textOfValue(value, column, words),
      (draft?.unfit || !isOfKind(value, column.kind, { words, config: column.config })) && words.misfit,
      draft && words.staged,
      markAt(row),
    ];
    return t('editorLabel', {
      column: columnLabel(column, t),
      row: row + 1,
      value: told.filter(Boolean).join(', '),
    });
  };
}
