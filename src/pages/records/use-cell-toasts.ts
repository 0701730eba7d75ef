import { useEffect } from 'react';
import { useTranslations } from 'use-intl';
import { columnLabel } from '../../grid/column-label';
import type { GridColumn } from '../../grid/columns-of';
import type { Rectangle } from '../../grid/selection';
import { closeToast, showToast } from '../../ui/toast';

/**
 * What is said in passing about the cells.
 * @param readOnly why nothing can be edited, in a sentence; null when it can be
 * @param known rows that surely exist
 */
export function useCellToasts(readOnly: string | null, known: number) {
  const t = useTranslations('records');
  const g = useTranslations('grid');
  const c = useTranslations('common');
  // Once there is another reason or none, or another page, it is not so any more.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the reason is what was said
  useEffect(() => () => closeToast('read-only'), [readOnly]);
  return {
    /** @param read whether the row of the cell was */
    sayReadOnly(column: GridColumn, read: boolean): void {
      const text = readOnly ?? (read ? t('systemField', { field: columnLabel(column, g) }) : t('notRead'));
      showToast({ kind: 'neutral', title: t('cannotEdit'), text, key: 'read-only' });
    },
    sayCopied(range: Rectangle, rows: number): void {
      const unread = Math.max(0, Math.min(range.bottom + 1, known) - range.top - rows);
      // What was copied whole needs no word.
      if (unread === 0) return;
      showToast({
        kind: 'warning',
        title: t('copied', { count: rows * (range.right - range.left + 1) }),
        text: t('copiedUnread', { count: unread }),
        key: 'copied',
      });
    },
    async copyText(text: string): Promise<void> {
      try {
        await navigator.clipboard.writeText(text);
      } catch {
        // The browser has no clipboard for this page, or does not give it.
        showToast({ kind: 'bad', title: c('copyFailed'), key: 'copy' });
      }
    },
  };
}
