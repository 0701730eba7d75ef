import { useTranslations } from 'use-intl';
import { formatTsv } from '../../../edits/clipboard';
import type { CellEdit } from '../../../edits/drafts';
import { guardText } from '../../../edits/formula-guard';
import { columnLabel, reasonKey } from '../../../grid/columns/column-label';
import { coerceCell, editOf } from '../../../grid/edit/cell-edits';
import type { Refusal } from '../../../grid/edit/range-edits';
import { type VirtualColumn, VirtualTable } from '../../../ui/display/virtual-table';
import { Button, CopyButton } from '../../../ui/form/button';
import { Dialog } from '../../../ui/overlay/dialog';
import styles from './edits.module.css';

interface RefusedDialogProps {
  refused: readonly Refusal[];
  /** Shows the cell of a line in the grid. */
  onGoTo(refusal: Refusal): void;
  onStage(edits: CellEdit[]): void;
  /** What is still refused when some were staged all the same. */
  onLeft(refused: Refusal[]): void;
  onClose(): void;
}

/** Every cell that was left unchanged, with the text that it did not take and why. */
export function RefusedDialog({ refused, onGoTo, onStage, onLeft, onClose }: RefusedDialogProps) {
  const t = useTranslations('edits');
  const g = useTranslations('grid');
  const row = (each: Refusal) =>
    each.rows > 1 ? t('rowsFrom', { row: each.row + 1, rows: each.rows - 1 }) : String(each.row + 1);
  const name = ({ column }: Refusal) => (column ? columnLabel(column, g) : t('outsideColumn'));
  const why = ({ reason }: Refusal) => g(reasonKey(reason));
  const columns: VirtualColumn<Refusal>[] = [
    { key: 'row', header: t('row'), width: '90px', cell: row },
    {
      key: 'record',
      header: t('record'),
      width: 'minmax(150px, 1fr)',
      from: 560,
      cell: ({ record }) => <span className="mono">{record?.item_id}</span>,
    },
    { key: 'column', header: t('column'), width: 'minmax(90px, 1fr)', cell: name },
    {
      key: 'text',
      header: t('text'),
      width: 'minmax(100px, 1.2fr)',
      cell: ({ text }) => <span title={text}>{text}</span>,
    },
    {
      key: 'why',
      header: t('reason'),
      width: 'minmax(180px, 2fr)',
      cell: (each) => <span title={why(each)}>{why(each)}</span>,
    },
  ];
  const { edits, left } = withAnyKind(refused);
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('listTitle')}
      size="large"
      flush
      footer={
        <>
          <p className={styles.foot}>{t('listText')}</p>
          <CopyButton
            showLabel
            size="normal"
            label={t('copyList')}
            text={() =>
              formatTsv([
                [t('row'), t('record'), t('column'), t('text'), t('reason')],
                ...refused.map((each) => [
                  row(each),
                  each.record?.item_id ?? '',
                  name(each),
                  guardText(each.text),
                  why(each),
                ]),
              ])
            }
          />
          {edits.length > 0 ? (
            <Button
              tooltip={t('changeKindTip')}
              onClick={() => {
                onStage(edits);
                onLeft(left);
              }}
            >
              {t('changeKind', { count: edits.length })}
            </Button>
          ) : null}
        </>
      }
    >
      <div className={styles.list}>
        <VirtualTable
          label={t('listTitle')}
          rows={refused}
          rowKey={(each) => `${each.row}/${each.column?.id ?? ''}`}
          columns={columns}
          selected={null}
          onSelect={onGoTo}
          onClose={onClose}
          empty={null}
        />
      </div>
    </Dialog>
  );
}

/** What can be staged when the person agrees that the JSON kind changes, and what cannot. */
function withAnyKind(refused: readonly Refusal[]): { edits: CellEdit[]; left: Refusal[] } {
  const edits: CellEdit[] = [];
  const left: Refusal[] = [];
  for (const each of refused) {
    const { reason, record, column, text } = each;
    const coerced = reason === 'kind-would-change' && column ? coerceCell(text, column, undefined) : null;
    if (coerced?.ok && record && column) edits.push(editOf(record, column.id, coerced.value));
    else left.push(each);
  }
  return { edits, left };
}
