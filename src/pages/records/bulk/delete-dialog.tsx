import { useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import type { RecordQuery } from '../../../api/queries/records';
import type { Client } from '../../../api/wire/client';
import { limits } from '../../../contract/limits';
import { isSystemField } from '../../../contract/records';
import type { DwTable } from '../../../contract/tables';
import type { DraftsOfTable } from '../../../edits/use-drafts';
import type { GridColumn } from '../../../grid/columns/columns-of';
import { ownerOf } from '../../../jobs/runner/run-connection';
import type { JobField } from '../../../storage/job-rows';
import { ApiErrorNotice } from '../../../ui/display/api-error-notice';
import { Notice } from '../../../ui/display/notice';
import { ProgressBar } from '../../../ui/display/progress-bar';
import { RetryingNotice } from '../../../ui/display/retrying-notice';
import { Button } from '../../../ui/form/button';
import { Segmented } from '../../../ui/form/select';
import { TextField } from '../../../ui/form/text-field';
import { TrashIcon } from '../../../ui/icons/later-icons';
import { Dialog } from '../../../ui/overlay/dialog';
import { showToast } from '../../../ui/overlay/toast';
import { rangeRowsMax } from '../edit/read-range-dialog';
import { filterLine, wholeFilter } from '../query/filter-text';
import { useSendStop } from '../review/use-send';
import type { Extent } from '../rows/extent';
import type { RecordPages } from '../rows/use-record-pages';
import styles from './delete.module.css';
import {
  type ChosenRecords,
  type DeleteScope,
  type KeptRecords,
  useDeleteRows,
  useEarlierWrites,
} from './use-delete-rows';

/** The records that a delete begins with: chosen ones of the table, or all that match. */
export type DeleteStart = ChosenRecords | 'matching';

interface DeleteDialogProps {
  client: Client;
  table: DwTable;
  query: RecordQuery;
  start: DeleteStart;
  /** All of the table. */
  columns: readonly GridColumn[];
  fieldOf(fieldId: string): JobField;
  pages: Pick<RecordPages, 'recordAt'>;
  extent: Extent;
  drafts: DraftsOfTable['drafts'];
  onClose(): void;
  /** The records are a job now, with this many calls. */
  onSent(job: string, calls: number): void;
}

/** Reads and keeps records, names them, and deletes them once their number was typed. */
export function DeleteDialog(props: DeleteDialogProps) {
  const { client, table, query, start, columns, fieldOf, pages, extent, drafts, onClose, onSent } = props;
  const t = useTranslations('deleting');
  const b = useTranslations('bulk');
  const c = useTranslations('common');
  const q = useTranslations('query');
  const r = useTranslations('review');
  const name = table.name || table.table_id;
  const chosen = start === 'matching' ? { top: 0, bottom: 0 } : start;
  const isSelection = start !== 'matching' && !('record' in start);
  const about = {
    ...ownerOf(client),
    space_id: table.space_id,
    table_id: table.table_id,
    table_name: table.name,
    fields: columns.flatMap(({ id }) => (isSystemField(id) ? [] : fieldOf(id))),
    query: { filter: query.filter, order: query.order },
  };
  const rows = useDeleteRows(
    { client, query, chosen, recordAt: pages.recordAt, about, hasDraft: (id) => drafts.has(id) },
    start === 'matching' ? 'matching' : 'chosen',
  );
  const { scope, reading } = rows;
  const [typed, setTyped] = useState('');
  const [isStarting, setStarting] = useState(false);
  const kept = reading.phase === 'kept' ? reading.kept : null;
  const earlier = useEarlierWrites(client, table.table_id, kept?.job ?? null);
  const count = kept?.rows ?? 0;
  const cannotSend = useSendStop(client, table, 'ready', count);
  const numbers = useNumbers(count);
  const selected = 'record' in chosen ? 1 : chosen.bottom - chosen.top + 1;
  const most = scope === 'matching' ? extent.exactly : selected;

  async function send() {
    setStarting(true);
    try {
      const id = await rows.start();
      if (id === null) return;
      onClose();
      onSent(id, Math.ceil(count / limits.itemsPerDelete));
    } catch {
      showToast({ kind: 'bad', title: r('jobNotKept'), text: r('jobNotKeptText') });
    } finally {
      setStarting(false);
    }
  }

  const disabledReason = cannotSend ?? (numbers.includes(typed.trim()) ? null : t('typeFirst'));
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('title')}
      subtitle={name}
      keepOnOutsidePress
      opensOnTitle
      footer={
        <>
          <Button onClick={onClose}>{c('cancel')}</Button>
          {kept ? (
            <Button
              kind="danger"
              icon={<TrashIcon />}
              busy={isStarting}
              disabledReason={disabledReason}
              onClick={() => void send()}
            >
              {count > 0 ? t('action', { count }) : t('actionNone')}
            </Button>
          ) : null}
        </>
      }
    >
      <div className={styles.content}>
        {isSelection ? (
          <Segmented<DeleteScope>
            label={t('scope')}
            value={scope}
            onChange={(next) => {
              setTyped('');
              rows.choose(next);
            }}
            options={[
              { value: 'chosen', label: t('selected', { rows: selected }) },
              {
                value: 'matching',
                label:
                  extent.exactly === null
                    ? b(query.filter ? 'matching' : 'matchingTable')
                    : b(query.filter ? 'allMatching' : 'allOfTable', { rows: extent.exactly }),
              },
            ]}
          />
        ) : null}
        {query.filter && scope === 'matching' ? (
          <p className={styles.filter}>{b('filter', { filter: filterLine(query.filter, columns, q, wholeFilter) })}</p>
        ) : null}
        {reading.phase === 'reading' ? (
          <>
            <p role="status">{t('reading', { rows: reading.rows, requests: reading.requests })}</p>
            <ProgressBar label={t('title')} value={most === null ? null : reading.rows} max={most ?? 1} />
            <RetryingNotice failing={rows.failing} look="line" />
            <div>
              <Button onClick={rows.stop}>{t('stop')}</Button>
            </div>
          </>
        ) : reading.phase === 'kept' ? (
          <Kept kept={reading.kept} earlier={earlier} table={name} />
        ) : reading.phase === 'failed' ? (
          <>
            <p role="status">{t('failed')}</p>
            <ApiErrorNotice error={reading.error} onRetry={rows.readAgain} />
          </>
        ) : (
          <>
            <p role="status">
              {reading.phase === 'too-many' ? t('tooMany', { most: rangeRowsMax }) : t(reading.phase)}
            </p>
            {reading.phase === 'too-many' ? null : (
              <div>
                <Button onClick={rows.readAgain}>{t('readAgain')}</Button>
              </div>
            )}
          </>
        )}
        {count > 0 ? (
          <form
            onSubmit={(event) => {
              event.preventDefault();
              if (disabledReason === null && !isStarting) void send();
            }}
          >
            <TextField
              label={t('type', { number: numbers[0] })}
              value={typed}
              onChange={setTyped}
              inputMode="numeric"
              className={styles.number}
            />
          </form>
        ) : null}
      </div>
    </Dialog>
  );
}

/** What goes, and what is to be known of it. @param earlier of them, how many have an earlier change that may still be applied */
function Kept({ kept, earlier, table }: { kept: KeptRecords; earlier: number; table: string }) {
  const t = useTranslations('deleting');
  const b = useTranslations('bulk');
  const r = useTranslations('review');
  const { rows: count, first, gone, drafted, drifted } = kept;
  return (
    <>
      {count === 0 ? (
        <p role="status">{t('none')}</p>
      ) : (
        <>
          <p role="status">{t.rich('what', { count, table, b: (chunks) => <b className="num">{chunks}</b> })}</p>
          <div className={styles.named}>
            <ul aria-label={t('list')}>
              {first.map(({ item_id, title }) => (
                <li key={item_id}>
                  {title ? <span>{title} </span> : null}
                  <span className={title ? 'mono dim' : 'mono'}>{item_id}</span>
                </li>
              ))}
            </ul>
            {count > first.length ? <p className="mid">{t('more', { count: count - first.length })}</p> : null}
          </div>
          <p>{t('kept', { count })}</p>
        </>
      )}
      {gone > 0 ? (
        <Notice tone="unknown" title={t('gone', { count: gone })}>
          {' '}
          {t('goneText', { count: gone })}
        </Notice>
      ) : null}
      {earlier > 0 ? (
        <Notice tone="unknown" title={r('earlier', { count: earlier })}>
          {' '}
          {t('earlierText')}
        </Notice>
      ) : null}
      {drafted > 0 ? (
        <Notice tone="staged" title={t('drafted', { count: drafted })}>
          {' '}
          {t('draftedText', { count: drafted })}
        </Notice>
      ) : null}
      {drifted > 0 ? <Notice tone="unknown">{b('drifted', { count: drifted })}</Notice> : null}
    </>
  );
}

/** How a number may be typed: as it is written in the language of the page, or in digits alone. */
function useNumbers(count: number): [string, string] {
  const format = useFormatter();
  return [format.number(count), String(count)];
}
