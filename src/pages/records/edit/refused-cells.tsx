import { useTranslations } from 'use-intl';
import { formatTsv, guardText } from '../../../edits/csv-writer';
import type { CellEdit } from '../../../edits/drafts';
import { columnLabel, problemKey, underscored } from '../../../grid/columns/column-label';
import type { Refusal } from '../../../grid/edit/range-edits';
import { joinSentences } from '../../../texts/join-sentences';
import { Notice } from '../../../ui/display/notice';
import { type VirtualColumn, VirtualTable } from '../../../ui/display/virtual-table';
import { Button, CopyButton, IconButton } from '../../../ui/form/button';
import { CloseIcon } from '../../../ui/icons/icons';
import { Dialog } from '../../../ui/overlay/dialog';
import styles from './edits.module.css';
import { readings, type Staged, withAnyKind } from './staged-refusals';

interface RefusedStripProps {
  refused: readonly Refusal[];
  /** Shows all of them; null where the first alone is told. */
  onShow: (() => void) | null;
  onClose(): void;
}

/** What the last paste, fill or clearing left unchanged; stays until it is closed or the next one. */
export function RefusedStrip({ refused, onShow, onClose }: RefusedStripProps) {
  const t = useTranslations('edits');
  const g = useTranslations('grid');
  const count = refused.reduce((sum, { rows }) => sum + rows, 0);
  const [first] = refused;
  if (!first) return null;
  const more = count - first.rows;
  return (
    <Notice
      strip="below"
      tone="staged"
      title={t('refused', { count })}
      actions={
        <>
          {onShow ? (
            <Button size="small" onClick={onShow}>
              {t('showList')}
            </Button>
          ) : null}
          <IconButton size="small" label={t('dismiss')} icon={<CloseIcon size={14} />} onClick={onClose} />
        </>
      }
    >
      {' '}
      {joinSentences(
        t('refusedFirst', {
          column: first.column ? columnLabel(first.column, g) : t('outsideColumn'),
          row: first.row + 1,
          reason: t(problemKey(first.reason)),
        }),
        more > 0 && t('refusedMore', { count: more }),
      )}
    </Notice>
  );
}

interface RefusedDialogProps {
  refused: readonly Refusal[];
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
  const formats = useTranslations('formats');
  const row = (each: Refusal) =>
    each.rows > 1 ? t('rowsFrom', { row: each.row + 1, rows: each.rows - 1 }) : String(each.row + 1);
  const name = ({ column }: Refusal) => (column ? columnLabel(column, g) : t('outsideColumn'));
  const why = ({ reason }: Refusal) => t(problemKey(reason));
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
  const stage = (next: Staged): void => {
    onStage(next.edits);
    onLeft(next.left);
  };
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
          {readings(refused).map(({ form, ...next }) => (
            <Button key={form} onClick={() => stage(next)}>
              {t('readAs', { count: next.edits.length, form: formats(underscored(form)) })}
            </Button>
          ))}
          {edits.length > 0 ? (
            <Button tooltip={t('changeKindTip')} onClick={() => stage({ edits, left })}>
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
