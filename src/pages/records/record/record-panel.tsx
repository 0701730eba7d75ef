import { useQuery } from '@tanstack/react-query';
import { type Ref, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { recordPageOptions, requestedFields } from '../../../api/queries/records';
import type { Client } from '../../../api/wire/client';
import { failingRead, queryClient } from '../../../api/wire/query-client';
import type { Id } from '../../../contract/ids';
import { formatJson, type Json } from '../../../contract/json';
import type { DwRecord } from '../../../contract/records';
import type { DraftsOfTable } from '../../../edits/use-drafts';
import { type GridColumn, recordColumnId } from '../../../grid/columns/columns-of';
import { ApiErrorNotice } from '../../../ui/display/api-error-notice';
import { Code } from '../../../ui/display/code';
import { EmptyState } from '../../../ui/display/notice';
import { RetryingNotice } from '../../../ui/display/retrying-notice';
import { Skeleton } from '../../../ui/display/skeleton';
import { Button, CopyButton, IconButton } from '../../../ui/form/button';
import { narrowWindow, useMedia } from '../../../ui/hooks/use-media';
import { ChevronDownIcon } from '../../../ui/icons/icons';
import { ChevronUpIcon, TrashIcon } from '../../../ui/icons/later-icons';
import { Tabs } from '../../../ui/layout/tabs';
import { Panel } from '../../../ui/overlay/panel';
import type { FilePlace } from '../files/file-place';
import type { ReviewedCells } from '../review/review-source';
import type { SentValues } from '../review/sent-values';
import { RecordFields, type RecordFieldsHandle } from './record-fields';
import styles from './record-panel.module.css';
import { useAskedClose } from './use-asked-close';

/** Wide: one record with all that the page knows of it and lets be done to it. */
interface RecordPanelProps {
  client: Client;
  tableId: Id;
  recordId: Id;
  /** The record among the loaded rows; undefined if it is not. */
  inRows: DwRecord | undefined;
  /** No row that is loaded has it. */
  isElsewhere: boolean;
  /** The field that the address names. */
  linkedField: string | null;
  columns: readonly GridColumn[];
  drafts: Pick<DraftsOfTable, 'counts' | 'drafts' | 'stage' | 'revert'>;
  /** Sent values that are not verified. */
  sent: SentValues;
  onRetry(cells: ReviewedCells): void;
  /** Why nothing can be edited, in a sentence; null when it can be. */
  closed: string | null;
  /** Asks whether this record is to be deleted; null: records of this table cannot be. */
  onDelete: (() => void) | null;
  /** Opens the previous or next record; null if there is none. */
  neighbour(step: 1 | -1): (() => void) | null;
  onOpenFile(place: FilePlace): void;
  onReview(): void;
  onClose(): void;
  /** Closes it as its × does. */
  closer: Ref<() => void> | undefined;
}

/** One record with every field in full, edited in place. */
export function RecordPanel(props: RecordPanelProps) {
  const { client, tableId, recordId, inRows, onClose } = props;
  const t = useTranslations('records.panel');
  const c = useTranslations('changes');
  const { counts } = props.drafts;
  // The tray of the changes is under it then.
  const covers = useMedia(narrowWindow);
  const fields = useRef<RecordFieldsHandle>(null);
  // What opened it is not a cell, from which the next one is opened.
  const [takesFocus] = useState(props.isElsewhere);
  const [view, setView] = useState<'fields' | 'json'>('fields');
  // One that was read without the columns that are hidden is not all of it.
  const whole = inRows && requestedFields(inRows) === null ? inRows : undefined;
  const apart = useRecordApart(client, tableId, recordId, whole === undefined);
  const record = whole ?? apart.record;
  const [onPrevious, onNext] = [props.neighbour(-1), props.neighbour(1)];
  const title = record?.title || recordId;

  const refused = () => fields.current?.refused() ?? [];
  const close = useAskedClose({
    refused,
    // It is open as long as the address names a record.
    goesBy: ({ byHistory, from, to, toSearch }) =>
      to !== from || (byHistory && !new URLSearchParams(toSearch).get('record')),
    onClose,
    closer: props.closer,
  });

  /** A text that is refused is not passed over: it stays, and says why. */
  function passOn(go: () => void) {
    const [text] = refused();
    if (text) text.show();
    else go();
  }

  function review() {
    // What is sent is reported below the rows.
    onClose();
    props.onReview();
  }

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
            disabledReason={onPrevious === null && t(inRows ? 'noPrevious' : 'noNeighbour')}
            onClick={() => onPrevious && passOn(onPrevious)}
          />
          <IconButton
            label={t('next')}
            icon={<ChevronDownIcon />}
            disabledReason={onNext === null && t(inRows ? 'noNext' : 'noNeighbour')}
            onClick={() => onNext && passOn(onNext)}
          />
          {props.onDelete && record ? (
            <IconButton
              label={t('delete')}
              icon={<TrashIcon />}
              disabledReason={props.closed}
              onClick={() => props.onDelete && passOn(props.onDelete)}
            />
          ) : null}
        </>
      }
      footer={
        covers && counts.records > 0 ? (
          <Button kind="primary" onClick={() => passOn(review)}>
            {c('review', counts)}
          </Button>
        ) : null
      }
      takesFocus={takesFocus}
      onClose={close}
    >
      {record ? (
        <>
          {inRows ? null : <p className={styles.note}>{t('notInRows')}</p>}
          <Tabs
            label={t('view')}
            value={view}
            onChange={(next) => passOn(() => setView(next))}
            items={[
              { value: 'fields', label: t('fields') },
              { value: 'json', label: t('json') },
            ]}
          >
            {view === 'fields' ? (
              <RecordFields
                ref={fields}
                record={record}
                columns={props.columns}
                linked={props.linkedField}
                drafts={props.drafts}
                sent={props.sent}
                onRetry={props.onRetry}
                onOpenFile={props.onOpenFile}
                closed={props.closed}
              />
            ) : (
              <Code text={formatJson(wireForm(record), 2)} label={t('json')} maxHeight="none" wrap />
            )}
          </Tabs>
        </>
      ) : apart.failing ? (
        <RetryingNotice failing={apart.failing} />
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

/** A record that is not among the loaded rows, found by a filter on its id, because the record detail is optional (4.10). */
function useRecordApart(client: Client, tableId: Id, recordId: Id, wanted: boolean) {
  const query = {
    table_id: tableId,
    filter: { and: [{ field: recordColumnId, query: { eq: recordId } }] },
    order: null,
  };
  const options = recordPageOptions(client, query, 0);
  const result = useQuery({ ...options, enabled: wanted });
  const { data, error, refetch } = result;
  const failing = failingRead(queryClient, [{ queryKey: options.queryKey, result }]);
  // A service that ignores the filter answers with others: only the record that was asked for counts.
  const record = data?.data.items.find(({ item_id }) => item_id === recordId);
  return { record, error, failing, missing: data !== undefined && record === undefined, retry: () => void refetch() };
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
