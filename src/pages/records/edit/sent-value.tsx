import { useTranslations } from 'use-intl';
import type { Json } from '../../../contract/json';
import type { DwRecord } from '../../../contract/records';
import { cellText } from '../../../edits/cell-text';
import type { SentCell } from '../../../edits/sent-cells';
import type { DraftsOfTable } from '../../../edits/use-drafts';
import { columnLabel } from '../../../grid/columns/column-label';
import type { GridColumn } from '../../../grid/columns/columns-of';
import { editOf } from '../../../grid/edit/cell-edits';
import { useWords } from '../../../grid/use-words';
import { Notice } from '../../../ui/display/notice';
import { Button } from '../../../ui/form/button';
import { RefreshIcon } from '../../../ui/icons/icons';
import { UndoIcon } from '../../../ui/icons/later-icons';
import type { ReviewedCells } from '../review/review-source';

interface SentValueProps {
  record: DwRecord;
  column: GridColumn;
  cell: SentCell;
  drafts: Pick<DraftsOfTable, 'stage'>;
  isReadOnly: boolean;
  /** It was staged again, or taken back. */
  onTaken(): void;
  /** It was staged again: like every change it is sent by the review. */
  onRetry(cells: ReviewedCells): void;
}

/** Below the rows, for the active cell: the previous value, the sent value and the result. */
export function SentStrip(props: SentValueProps) {
  const { column, cell } = props;
  const g = useTranslations('grid');
  return (
    <Notice
      strip="below"
      tone={cell.isPending ? 'neutral' : 'bad'}
      title={columnLabel(column, g)}
      actions={<SentActions {...props} />}
    >
      {' '}
      <SentText column={column} cell={cell} />
    </Notice>
  );
}

const shownMax = 120;

/** Previous value, sent value, the one read back if it is another, and result in one line. */
export function SentText({
  column,
  cell,
}: Pick<SentValueProps, 'column'> & { cell: Pick<SentCell, 'before' | 'after' | 'held' | 'said'> }) {
  const t = useTranslations('edits');
  const words = useWords();
  const text = (value: Json | undefined): string => {
    if (value === undefined) return words.missing;
    if (value === null) return words.null;
    return cellText(value, column.kind, column.config ?? undefined).slice(0, shownMax) || words.empty;
  };
  const values = { before: text(cell.before), after: text(cell.after), said: cell.said };
  return cell.held ? t('sentHeld', { ...values, held: text(cell.held.value) }) : t('sentWas', values);
}

/** Sends the value again, or discards it; hidden while it may still be verified. */
export function SentActions({ record, column, cell, drafts, isReadOnly, onTaken, onRetry }: SentValueProps) {
  const t = useTranslations('edits');
  if (cell.isPending) return null;
  return (
    <>
      {cell.canRetry && !isReadOnly ? (
        <Button
          size="small"
          icon={<RefreshIcon size={14} />}
          tooltip={t('sentRetryTip')}
          onClick={() => {
            drafts.stage([editOf(record, column, cell.after)]);
            onTaken();
            onRetry({ field: column.id, rows: new Set([record.item_id]) });
          }}
        >
          {t('sentRetry')}
        </Button>
      ) : null}
      <Button size="small" kind="ghost" icon={<UndoIcon size={14} />} tooltip={t('sentRevertTip')} onClick={onTaken}>
        {t('sentRevert')}
      </Button>
    </>
  );
}
