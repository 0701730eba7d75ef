import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import type { Json } from '../../../contract/json';
import { cellText } from '../../../edits/cell-text';
import type { Drafts } from '../../../edits/drafts';
import { previewOf } from '../../../grid/cells/preview';
import { problemKey } from '../../../grid/columns/column-label';
import type { GridColumn } from '../../../grid/columns/columns-of';
import { currentValue } from '../../../grid/edit/cell-edits';
import { Badge } from '../../../ui/display/badge';
import { type VirtualColumn, VirtualTable } from '../../../ui/display/virtual-table';
import styles from './bulk.module.css';
import type { BulkLine } from './bulk-change';

interface BulkPreviewProps {
  lines: readonly BulkLine[];
  column: GridColumn;
  drafts: Drafts;
  /** In place of rows where there are none. */
  empty: string;
  onClose(): void;
}

/** Each row that a change is about, with its value before and after. */
export function BulkPreview({ lines, column, drafts, empty, onClose }: BulkPreviewProps) {
  const t = useTranslations('bulk');
  return (
    <div className={styles.list}>
      <VirtualTable
        label={t('list')}
        rows={lines}
        rowKey={({ record }) => record.item_id}
        columns={useLineColumns(column, drafts)}
        selected={null}
        onSelect={() => {}}
        onClose={onClose}
        empty={empty}
      />
    </div>
  );
}

function useLineColumns(column: GridColumn, drafts: Drafts): VirtualColumn<BulkLine>[] {
  const t = useTranslations('bulk');
  const e = useTranslations('edits');
  const w = useTranslations('grid.words');
  return useMemo(() => {
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
        width: 'minmax(100px, 1fr)',
        cell: ({ record }) => (
          <>
            {record.title ? <span>{record.title} </span> : null}
            <span className={record.title ? 'mono dim' : 'mono'}>{record.item_id}</span>
          </>
        ),
      },
      {
        key: 'values',
        header: t('oldNew'),
        width: 'minmax(160px, 1.6fr)',
        cell: ({ record, edit, reason }) => (
          <>
            <del className={styles.old}>{said(currentValue(drafts, record, column.id))}</del>{' '}
            {edit ? <ins className={styles.new}>{said(edit.after)}</ins> : null}
            {reason ? <Badge tone="bad">{e(problemKey(reason))}</Badge> : null}
          </>
        ),
      },
    ];
  }, [column, drafts, t, e, w]);
}
