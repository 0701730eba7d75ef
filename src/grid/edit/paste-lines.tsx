import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { Drafts } from '../../edits/drafts';
import { Button } from '../../ui/form/button';
import { Dialog } from '../../ui/overlay/dialog';
import { closeToast, showToast } from '../../ui/overlay/toast';

/** Where lines of text are pasted: each into a row, or all into the selected cell. */
export type LinesTarget = 'rows' | 'cell';

interface PasteLinesProps {
  /** What the column of the selected cell is called, and its row from 0. */
  column: string;
  row: number;
  lines: readonly string[];
  /** @param target null: nothing is pasted */
  onAnswer(target: LinesTarget | null): void;
}

/** Asks what lines of text are, which may be rows or a text of several lines. */
export function PasteLines({ column, row, lines, onAnswer }: PasteLinesProps) {
  const t = useTranslations('edits');
  const common = useTranslations('common');
  const toCell = useRef<HTMLButtonElement>(null);
  const count = lines.length;
  const blanks = lines.filter((line) => line === '').length;
  return (
    <Dialog
      open
      onClose={() => onAnswer(null)}
      title={t('pasteTitle', { count })}
      size="small"
      initialFocus={toCell}
      footer={
        <>
          <Button onClick={() => onAnswer(null)}>{common('cancel')}</Button>
          <Button onClick={() => onAnswer('rows')}>{t('pasteRows', { count })}</Button>
          <Button ref={toCell} kind="primary" onClick={() => onAnswer('cell')}>
            {t('pasteCell')}
          </Button>
        </>
      }
    >
      {t('pasteText', { column, from: row + 1, to: row + count, blanks })}
    </Dialog>
  );
}

interface PastedNoticeProps {
  cells: number;
  drafts: Drafts;
  onUndo(): void;
}

/** Says how many cells a paste has changed of which not all are seen, as long as it is the last change: *Undo* takes that back. One for each paste. */
export function PastedNotice({ cells, drafts, onUndo }: PastedNoticeProps) {
  const t = useTranslations('edits');
  const [pasted] = useState(drafts);
  const isLast = drafts === pasted;
  const show = useEffectEvent(() =>
    showToast({
      kind: 'neutral',
      title: t('pasted', { count: cells }),
      text: t('pastedUnseen'),
      key: 'pasted',
      action: { label: t('pastedUndo'), onSelect: onUndo },
    }),
  );
  useEffect(() => {
    if (!isLast) return;
    show();
    return () => closeToast('pasted');
  }, [isLast]);
  return null;
}
