import { useTranslations } from 'use-intl';
import type { Json } from '../../../contract/json';
import { cellText } from '../../../edits/cell-text';
import { previewOf } from '../../../grid/cells/preview';
import { columnLabel, reasonKey } from '../../../grid/columns/column-label';
import type { GridColumn } from '../../../grid/columns/columns-of';
import type { Extent } from '../../../grid/rows/extent';
import { ApiErrorNotice } from '../../../ui/display/api-error-notice';
import { Badge } from '../../../ui/display/badge';
import { Notice } from '../../../ui/display/notice';
import { ProgressBar } from '../../../ui/display/progress-bar';
import { RetryingNotice } from '../../../ui/display/retrying-notice';
import { type VirtualColumn, VirtualTable } from '../../../ui/display/virtual-table';
import { Button } from '../../../ui/form/button';
import { Dialog } from '../../../ui/overlay/dialog';
import styles from './edits.module.css';
import { rangeRowsMax } from './read-range';
import type { SetLine } from './set-value';
import type { SetMatching } from './use-set-matching';

interface SetValueFoundProps {
  matching: SetMatching;
  column: GridColumn;
  extent: Extent;
  onRetry(): void;
  onBack(): void;
  onStage(): void;
  onClose(): void;
}

/** The walk over all rows that match, and then each that would change: nothing is staged before the list has been seen. */
export function SetValueFound({ matching, column, extent, onRetry, onBack, onStage, onClose }: SetValueFoundProps) {
  const t = useTranslations('edits');
  const g = useTranslations('grid');
  const { phase, rows, requests, drifted, found } = matching;
  const change = found.lines.reduce((sum, { edit }) => sum + (edit ? 1 : 0), 0);
  const columns = useLineColumns(column);
  const done = phase === 'done';
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('setTitle')}
      subtitle={columnLabel(column, g)}
      size={done ? 'large' : 'small'}
      flush={done}
      keepOnOutsidePress
      footer={
        <>
          <Button onClick={onBack}>{phase === 'reading' ? t('walkStop') : t('back')}</Button>
          {done ? (
            <Button kind="primary" onClick={onStage} disabledReason={change === 0 ? t('foundNothing') : null}>
              {t('stageCount', { count: change })}
            </Button>
          ) : null}
        </>
      }
    >
      {phase === 'reading' ? (
        <div className={styles.form}>
          <p role="status">{t('walking', { rows, requests })}</p>
          <ProgressBar label={t('setTitle')} value={extent.exactly === null ? null : rows} max={extent.exactly ?? 1} />
          <RetryingNotice failing={matching.failing} look="line" />
        </div>
      ) : phase === 'too-many' ? (
        <Notice tone="unknown">{t('walkTooMany', { most: rangeRowsMax })}</Notice>
      ) : phase === 'failed' ? (
        <div className={styles.form}>
          <p>{t('walkFailed')}</p>
          <ApiErrorNotice error={matching.error} onRetry={onRetry} />
        </div>
      ) : (
        <>
          <p role="status" className={styles.found}>
            {t.rich('found', {
              change,
              same: found.same,
              refused: found.lines.length - change,
              b: (chunks) => <b className="num">{chunks}</b>,
            })}
          </p>
          {drifted > 0 ? (
            <Notice strip tone="unknown">
              {t('drifted', { count: drifted })}
            </Notice>
          ) : null}
          <div className={styles.list}>
            <VirtualTable
              label={t('setList')}
              rows={found.lines}
              rowKey={({ record }) => record.item_id}
              columns={columns}
              selected={null}
              onSelect={() => {}}
              onClose={onClose}
              empty={t('foundNothing')}
            />
          </div>
        </>
      )}
    </Dialog>
  );
}

function useLineColumns(column: GridColumn): VirtualColumn<SetLine>[] {
  const t = useTranslations('edits');
  const g = useTranslations('grid');
  const w = useTranslations('grid.words');
  const said = (value: Json | undefined) =>
    value === undefined
      ? w('missing')
      : value === null
        ? w('null')
        : previewOf(cellText(value, column.kind, column.config ?? undefined)) || w('empty');
  return [
    {
      key: 'record',
      header: t('record'),
      width: 'minmax(160px, 1fr)',
      cell: ({ record }) => (
        <>
          <span className="mono">{record.item_id}</span> <span className="mid">{record.title}</span>
        </>
      ),
    },
    {
      key: 'values',
      header: t('oldNew'),
      width: 'minmax(200px, 1.6fr)',
      cell: ({ record, edit }) => (
        <>
          <del className={styles.old}>{said(edit ? edit.before : record.fields[column.id])}</del>{' '}
          {edit ? <ins className={styles.new}>{said(edit.after)}</ins> : null}
        </>
      ),
    },
    {
      key: 'why',
      header: t('reason'),
      width: 'minmax(120px, 1fr)',
      cell: ({ reason }) => (reason ? <Badge tone="bad">{g(reasonKey(reason))}</Badge> : null),
    },
  ];
}
