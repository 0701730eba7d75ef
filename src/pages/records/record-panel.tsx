import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { Client } from '../../api/client';
import { recordPageOptions } from '../../api/records';
import type { Id } from '../../contract/ids';
import { formatJson, type Json } from '../../contract/json';
import type { DwRecord } from '../../contract/records';
import { cellText } from '../../edits/cell-text';
import type { Drafts } from '../../edits/drafts';
import { isOfKind } from '../../grid/cells/content-of';
import { columnLabel, kindKey } from '../../grid/column-label';
import { cellValue, type GridColumn, recordColumnId } from '../../grid/columns-of';
import { useWords } from '../../grid/use-words';
import { ApiErrorNotice } from '../../ui/api-error-notice';
import { Button, IconButton } from '../../ui/button';
import { Code } from '../../ui/code';
import { CopyButton } from '../../ui/copy-button';
import { EmptyState } from '../../ui/empty-state';
import { ChevronDownIcon } from '../../ui/icons';
import { ChevronUpIcon } from '../../ui/more-icons';
import { Panel } from '../../ui/panel';
import { Skeleton } from '../../ui/skeleton';
import { Tabs } from '../../ui/tabs';
import { FieldValue } from './field-value';
import styles from './record-panel.module.css';

interface RecordPanelProps {
  client: Client;
  tableId: Id;
  recordId: Id;
  /** The record among the rows read; undefined when it is not among them, or was read without the columns that are hidden. */
  record: DwRecord | undefined;
  /** It is among the rows. */
  inRows: boolean;
  columns: readonly GridColumn[];
  drafts: Drafts;
  /** Opens a neighbour; null when there is none. */
  onPrevious: (() => void) | null;
  onNext: (() => void) | null;
  onClose(): void;
}

/** One record with every field in full. */
export function RecordPanel(props: RecordPanelProps) {
  const { client, tableId, recordId, columns, drafts, onPrevious, onNext, onClose } = props;
  const t = useTranslations('records.panel');
  const [view, setView] = useState<'fields' | 'json'>('fields');
  const apart = useRecordApart(client, tableId, recordId, props.record === undefined);
  const record = props.record ?? apart.record;
  const title = record?.title || recordId;
  return (
    <Panel
      title={title}
      note={
        <span className={styles.id}>
          {title === recordId ? null : <span className="mono">{recordId}</span>}
          <CopyButton text={recordId} />
        </span>
      }
      actions={
        <>
          <IconButton
            label={t('previous')}
            icon={<ChevronUpIcon />}
            disabledReason={onPrevious === null && t('noPrevious')}
            onClick={onPrevious ?? undefined}
          />
          <IconButton
            label={t('next')}
            icon={<ChevronDownIcon />}
            disabledReason={onNext === null && t('noNext')}
            onClick={onNext ?? undefined}
          />
        </>
      }
      onClose={onClose}
    >
      {record ? (
        <>
          {props.inRows ? null : <p className={styles.note}>{t('notInRows')}</p>}
          <Tabs
            label={t('view')}
            value={view}
            onChange={setView}
            items={[
              { value: 'fields', label: t('fields') },
              { value: 'json', label: t('json') },
            ]}
          >
            {view === 'fields' ? (
              <Fields record={record} columns={columns} drafts={drafts} />
            ) : (
              <Code text={formatJson(wireForm(record), 2)} label={t('json')} maxHeight="none" wrap />
            )}
          </Tabs>
        </>
      ) : apart.error ? (
        <ApiErrorNotice error={apart.error} onRetry={apart.retry} />
      ) : apart.missing ? (
        <EmptyState
          title={t('notFound')}
          text={t('notFoundText')}
          actions={<Button onClick={onClose}>{t('closePanel')}</Button>}
        />
      ) : (
        <Skeleton rows={8} />
      )}
    </Panel>
  );
}

function Fields({ record, columns, drafts }: Pick<RecordPanelProps, 'columns' | 'drafts'> & { record: DwRecord }) {
  const t = useTranslations('records.panel');
  const g = useTranslations('grid');
  const words = useWords();
  const own = columns.filter(({ source }) => source !== 'system');
  const system = columns.filter(({ source, id }) => source === 'system' && id !== recordColumnId);
  const field = (column: GridColumn) => {
    const label = columnLabel(column, g);
    const value = cellValue(record, column.id);
    const draft = drafts.get(record.item_id)?.cells.get(column.id);
    const repeated = record.repeated?.[column.id];
    return (
      <div key={column.id} className={draft ? styles.changed : styles.field}>
        <dt className={styles.name}>
          <span>{label}</span>
          <span className={styles.kind}>
            {g(kindKey(column.kind))}
            {label === column.id ? '' : ` · ${column.id}`}
            {isOfKind(value, column.kind, { words, config: column.config }) ? '' : ` · ≠ ${words.misfit}`}
          </span>
          <CopyButton
            label={t('copyValue', { field: label })}
            text={() => cellText(draft ? draft.after : value, column.kind, column.config ?? undefined)}
          />
        </dt>
        <dd className={styles.body}>
          <FieldValue value={draft ? draft.after : value} column={column} words={words} />
          {draft ? (
            <div className={styles.before}>
              {t('edited')}{' '}
              <del>{cellText(draft.before, column.kind, column.config ?? undefined).slice(0, 400) || words.empty}</del>
            </div>
          ) : null}
          {repeated ? <p className={styles.note}>{t('repeated', { count: repeated.length })}</p> : null}
        </dd>
      </div>
    );
  };
  return (
    <>
      <dl className={styles.fields}>{own.map(field)}</dl>
      <h3 className={styles.heading}>{t('system')}</h3>
      <dl className={styles.fields}>{system.map(field)}</dl>
    </>
  );
}

/** A record that is not among the rows read, by its id: a question of its own, because the record detail is optional (4.10). */
function useRecordApart(client: Client, tableId: Id, recordId: Id, wanted: boolean) {
  const query = {
    table_id: tableId,
    filter: { and: [{ field: recordColumnId, query: { eq: recordId } }] },
    order: null,
  };
  const { data, error, refetch } = useQuery({ ...recordPageOptions(client, query, 0), enabled: wanted });
  // A service that ignores the filter answers with others: only the record that was asked for counts.
  const record = data?.data.items.find(({ item_id }) => item_id === recordId);
  return { record, error, missing: data !== undefined && record === undefined, retry: () => void refetch() };
}

/** The record in the form of the contract's table 2.4, `fields` as one object. */
function wireForm(record: DwRecord): Json {
  const { repeated, created_by, updated_by, ...rest } = record;
  return {
    ...rest,
    created_by: created_by && { ...created_by },
    updated_by: updated_by && { ...updated_by },
    ...(repeated ? { repeated } : {}),
  };
}
