import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { columnLabel } from '../../../grid/columns/column-label';
import type { GridColumn } from '../../../grid/columns/columns-of';
import type { Copied } from '../../../grid/selection/copy-range';
import type { Rectangle, Selection } from '../../../grid/selection/selection';
import { copyText } from '../../../ui/form/button';
import { closeToast, showToast } from '../../../ui/overlay/toast';

/**
 * What is said of the cells while one works on them: in passing, or below them; and the clipboard, of which it is said.
 * @param readOnly why nothing can be edited, in a sentence; null when it can be
 * @param known rows that surely exist
 */
export function useCellNotices(readOnly: string | null, known: number, selection: Selection) {
  const t = useTranslations('records');
  const g = useTranslations('grid');
  const c = useTranslations('common');
  // biome-ignore lint/correctness/useExhaustiveDependencies: under another reason, or on another page, what was said is not so any more
  useEffect(
    () => () => {
      closeToast('read-only');
      closeRetryToasts();
    },
    [readOnly],
  );
  const [copy, setCopy] = useState<{ of: Selection; cells: number } | null>(null);
  return {
    /** How many cells of this selection were copied; null when none were. */
    copied: copy?.of === selection ? copy.cells : null,
    /** @param read whether the row of the cell was */
    sayReadOnly(column: GridColumn, read: boolean): void {
      const text = readOnly ?? (read ? t('systemField', { field: columnLabel(column, g) }) : t('notRead'));
      showToast({ kind: 'neutral', title: t('cannotEdit'), text, key: 'read-only' });
    },
    sayCopied(range: Rectangle, rows: number): void {
      const unread = Math.max(0, Math.min(range.bottom + 1, known) - range.top - rows);
      const cells = rows * (range.right - range.left + 1);
      // What was copied whole is said below the cells, and stops nobody.
      setCopy(unread === 0 ? { of: selection, cells } : null);
      if (unread === 0) return;
      showToast({
        kind: 'warning',
        title: t('copied', { count: cells }),
        text: t('copiedUnread', { count: unread }),
        key: 'copied',
      });
    },
    async copy({ text, html }: Copied): Promise<void> {
      try {
        await copyText(text, html);
      } catch {
        // The browser has no clipboard for this page, or does not give it.
        setCopy(null);
        showToast({ kind: 'bad', title: c('copyFailed'), key: 'copy' });
      }
    },
  };
}

/** Takes back what was said of rows that a job brought here and of those that it left out: it is about the rows, and lies above whatever is opened over them. */
export function closeRetryToasts(): void {
  closeToast('unfit-left');
  closeToast('rows-left');
}
