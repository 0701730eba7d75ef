import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { columnLabel } from '../../../grid/columns/column-label';
import type { GridColumn } from '../../../grid/columns/columns-of';
import type { Copied } from '../../../grid/selection/copy-range';
import type { Rectangle, Selection } from '../../../grid/selection/selection';
import { copyText } from '../../../ui/form/button';
import { closeToast, showToast } from '../../../ui/overlay/toast';

/**
 * Notices about cells: passing ones, and those below the grid; and the clipboard with its own.
 * @param readOnly why nothing can be edited, in a sentence; null when it can be
 * @param known rows that surely exist
 */
export function useCellNotices(readOnly: string | null, known: number, selection: Selection) {
  const t = useTranslations('records');
  const g = useTranslations('grid');
  const c = useTranslations('common');
  // biome-ignore lint/correctness/useExhaustiveDependencies: for another reason, or on another page, the notice no longer applies
  useEffect(
    () => () => {
      closeToast('read-only');
      closeRetryToasts();
    },
    [readOnly],
  );
  const [copy, setCopy] = useState<{ of: Selection; cells: number } | null>(null);

  /** @returns whether the clipboard has it */
  async function toClipboard({ text, html }: Copied): Promise<boolean> {
    try {
      await copyText(text, html);
      return true;
    } catch {
      // The browser has no clipboard for this page, or does not give it.
      setCopy(null);
      showToast({ kind: 'bad', title: c('copyFailed'), key: 'copy' });
      return false;
    }
  }

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
      // A complete copy is reported below the cells, without interrupting.
      setCopy(unread === 0 ? { of: selection, cells } : null);
      if (unread === 0) return;
      showToast({
        kind: 'warning',
        title: t('copied', { count: cells }),
        text: t('copiedUnread', { count: unread }),
        key: 'copied',
      });
    },
    copy: toClipboard,
    /** Copies an id or a link, and says so: the cells that were copied before are no longer what is copied. */
    async copyOne(text: string): Promise<void> {
      if (!(await toClipboard({ text, html: null }))) return;
      setCopy(null);
      showToast({ kind: 'neutral', title: c('copied'), text, key: 'copy' });
    },
  };
}

/** Clears the notices of rows that a job opened here and of those it did not: they are about the rows, and would cover what is opened over them. */
export function closeRetryToasts(): void {
  closeToast('unfit-left');
  closeToast('rows-left');
}
