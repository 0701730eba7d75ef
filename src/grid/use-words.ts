import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import type { CellWords } from './cells/kinds';

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
