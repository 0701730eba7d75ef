import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { Client } from '../../../api/wire/client';
import { useFailingWalk } from '../../../api/wire/retry';
import type { DwTable } from '../../../contract/tables';
import type { UpdateMode } from '../../../contract/updates';
import { countStates, type RowFinding } from '../../../jobs/check/dry-run';
import { openWriteOf } from '../../../jobs/check/earlier-writes';
import { planCalls } from '../../../jobs/plan/plan';
import type { JobField } from '../../../storage/job-rows';
import { ApiErrorNotice } from '../../../ui/display/api-error-notice';
import { CreatedRecords } from '../../../ui/display/created-records';
import { Notice } from '../../../ui/display/notice';
import { RetryingNotice } from '../../../ui/display/retrying-notice';
import { Button } from '../../../ui/form/button';
import { SearchField } from '../../../ui/form/text-field';
import { SendIcon } from '../../../ui/icons/more-icons';
import { Tabs } from '../../../ui/layout/tabs';
import { Dialog } from '../../../ui/overlay/dialog';
import { forgetLeftByRetry } from '../edit/left-by-retry';
import { useRecordKey } from '../record/use-record-key';
import styles from './review.module.css';
import { leftOutRows, type Ticks, ticked } from './review-choice';
import { ReviewCounts } from './review-counts';
import { ReviewJson } from './review-json';
import { ReviewKeyNotice } from './review-key-notice';
import { linesOf, type ReviewOrder } from './review-lines';
import { ReviewList } from './review-list';
import { ReviewMode } from './review-mode';
import type { ReviewSource } from './review-source';
import { useDryRun } from './use-dry-run';
import { useOpenWrites } from './use-open-writes';
import { useSend } from './use-send';
import { useUpdateMode } from './use-update-mode';

interface ReviewDialogProps {
  client: Client;
  table: DwTable;
  source: ReviewSource;
  /** Names and kinds of the fields that are read now. */
  fieldOf(fieldId: string): JobField;
  /** Fields that can be part of a key. */
  keyFields: readonly { id: string; name: string }[];
  onClose(): void;
  /** Its changes are a job now, of so many calls. */
  onSent(job: string, calls: number): void;
}

type View = ReviewOrder | 'json';

/** Everything that would be sent, judged against the live rows, and the one way to send it. */
export function ReviewDialog({ client, table, source, fieldOf, keyFields, onClose, onSent }: ReviewDialogProps) {
  const t = useTranslations('review');
  const sendButton = useRef<HTMLButtonElement>(null);
  const [view, setView] = useState<View>('record');
  const [find, setFind] = useState('');
  const [ticks, setTicks] = useState<Ticks>(new Map());
  const [agreed, setAgreed] = useState<ReadonlySet<string>>(new Set());

  useEffect(forgetLeftByRetry, []);
  const choice = useUpdateMode(source, useRecordKey(client.environment.name, table.table_id));
  const { mode } = choice;
  const fields = useMemo(() => fieldsOf(source, mode, fieldOf), [source, mode, fieldOf]);
  const failing = useFailingWalk(client);
  const { reading, findings, checkAgain } = useDryRun({
    client,
    tableId: table.table_id,
    source,
    mode,
    fields,
    agreed,
  });
  const excluded = useMemo(() => leftOutRows(source.changes, ticks), [source.changes, ticks]);
  const counts = useMemo(() => countStates(findings), [findings]);
  const plan = useMemo(() => planCalls(findings, excluded), [findings, excluded]);
  const lines = useMemo(() => {
    const known = new Map(fields.map((field) => [field.field_id, field]));
    return linesOf(findings, (id) => known.get(id) ?? fieldOf(id), view === 'field' ? 'field' : 'record', find);
  }, [findings, fields, fieldOf, view, find]);
  const writes = useOpenWrites(client, table.table_id);
  const hasOpenWrite = useCallback(
    (finding: RowFinding) => openWriteOf(writes, finding, mode) !== undefined,
    [writes, mode],
  );
  const earlier = useMemo(
    () => findings.filter((finding) => !finding.record.late && hasOpenWrite(finding)).length,
    [findings, hasOpenWrite],
  );
  const send = useSend({ client, table, source, mode, fields, reading, plan, excluded, agreed, checkAgain });

  const conflicts = findings.flatMap(({ record, cells }) =>
    cells.flatMap((cell) =>
      cell.state === 'conflict' ? [{ item_id: record.row, field_id: cell.field_id, before: cell.now }] : [],
    ),
  );

  const asking = findings.flatMap(({ record, cells }) =>
    cells.flatMap(({ state, field_id }) => (state === 'asks' ? [`${record.row}/${field_id}`] : [])),
  );

  async function start() {
    const id = await send.send();
    if (id === null) return;
    onClose();
    onSent(id, plan.calls.length);
  }

  const name = table.name || table.table_id;
  const late = source.changes.filter((record) => record.late).length;
  const doubles = source.changes.filter(({ row, double }) => double !== undefined && excluded.has(row)).length;
  const taken = useMemo(() => new Set(source.changes.map(({ row }) => row)), [source.changes]);
  const list = (
    <ReviewList
      lines={lines}
      excluded={excluded}
      onInclude={(rows, include) => setTicks((now) => ticked(now, rows, include))}
      undo={source.kind === 'undo'}
      onRevert={source.revert}
      onKeepMine={source.keepMine}
      onMean={source.mean}
      taken={taken}
      fieldOf={fieldOf}
      keyFields={mode.update_by_fields}
      hasOpenWrite={hasOpenWrite}
      onAllow={({ item_id, field_id }) => setAgreed((now) => changed(now, [`${item_id}/${field_id}`], true))}
      empty={find.trim() === '' ? t('nothingLeft') : t('nothingFound', { find })}
    />
  );
  return (
    <Dialog
      open
      onClose={onClose}
      size="large"
      flush
      keepOnOutsidePress
      // What the dialog is for, one Shift+Tab from the way back; it does nothing until the rows are read.
      initialFocus={sendButton}
      title={t('title')}
      subtitle={
        source.undoes
          ? t('undoing', { table: name, job: source.undoes })
          : choice.byKey
            ? t('byKey', { table: name })
            : t('byId', { table: name })
      }
      className={styles.dialog}
      footer={
        <>
          <p className={styles.foot}>
            {t('footNothingSent')} {counts.conflict > 0 ? t('footConflicts', { count: counts.conflict }) : null}
            {source.missing > 0 ? t('footUndo', { count: source.missing }) : null}{' '}
            {source.impossible > 0 ? t('footImpossible', { count: source.impossible }) : null}
          </p>
          {conflicts.length > 1 ? (
            <>
              <Button kind="ghost" onClick={() => source.revert(conflicts)}>
                {t('allTheirs')}
              </Button>
              <Button kind="ghost" onClick={() => source.keepMine(conflicts)}>
                {t('allMine')}
              </Button>
            </>
          ) : null}
          {asking.length > 1 ? (
            <Button kind="ghost" onClick={() => setAgreed((now) => changed(now, asking, true))}>
              {t('allowAll', { count: asking.length })}
            </Button>
          ) : null}
          <Button onClick={onClose}>{t('keepEditing')}</Button>
          <Button
            ref={sendButton}
            kind="primary"
            icon={<SendIcon />}
            busy={send.sending}
            disabledReason={send.sending ? null : send.stop}
            onClick={start}
          >
            {send.rows > 0 ? t('send', { rows: send.rows, calls: plan.calls.length }) : t('sendNothing')}
          </Button>
        </>
      }
    >
      <ReviewCounts
        counts={counts}
        byKey={findings.filter(({ state, match }) => state === 'will-update' && match === 'key').length}
        calls={plan.calls.length}
        requestsPerSecond={client.environment.requestsPerSecond}
        reading={reading}
        onCheckAgain={() => void checkAgain()}
      />
      {source.kind === 'undo' ? (
        <>
          <CreatedRecords strip records={source.created} count={source.created.length} />
          {late > 0 ? (
            <Notice strip tone="unknown" title={t('late', { count: late })}>
              {' '}
              {t('lateText')}
            </Notice>
          ) : null}
        </>
      ) : (
        <ReviewMode choice={choice} fields={keyFields} />
      )}
      {doubles > 0 ? (
        <Notice strip tone="unknown" title={t('doubles', { count: doubles })}>
          {' '}
          {t('doublesText', { count: doubles })}
        </Notice>
      ) : null}
      {earlier > 0 ? (
        <Notice strip tone="unknown" title={t('earlier', { count: earlier })}>
          {' '}
          {t('earlierText')}
        </Notice>
      ) : null}
      <ReviewKeyNotice client={client} calls={plan.calls.length} />
      {send.changedMeanwhile ? (
        <Notice strip tone="unknown">
          {t('changedMeanwhile')}
        </Notice>
      ) : null}
      {reading.state === 'reading' && failing ? (
        <div className={styles.failed}>
          <RetryingNotice failing={failing} look="line" />
        </div>
      ) : null}
      {reading.state === 'failed' ? (
        <div className={styles.failed}>
          <ApiErrorNotice error={reading.error} onRetry={() => void checkAgain()} />
        </div>
      ) : null}
      <div className={styles.tabs}>
        <SearchField label={t('find')} hideLabel placeholder={t('find')} value={find} onChange={setFind} size="small" />
        <Tabs<View>
          label={t('view')}
          value={view}
          onChange={setView}
          items={[
            { value: 'record', label: t('byRecord') },
            { value: 'field', label: t('byField') },
            { value: 'json', label: t('json') },
          ]}
          className={styles.tabRoot}
          panelClassName={styles.panel}
        >
          {view === 'json' ? <ReviewJson tableId={table.table_id} mode={mode} calls={plan.calls} /> : list}
        </Tabs>
      </div>
    </Dialog>
  );
}

/** Every field that is written or matches, once: as the page reads it now, else as the undone job knew it. */
function fieldsOf(source: ReviewSource, mode: UpdateMode, fieldOf: (fieldId: string) => JobField): JobField[] {
  const kept = new Map(source.fields.map((field) => [field.field_id, field]));
  const written = source.changes.flatMap(({ cells }) => cells.map(({ field_id }) => field_id));
  const ids = new Set([...mode.update_by_fields, ...written]);
  return [...ids].map((id) => kept.get(id) ?? fieldOf(id));
}

function changed<Entry>(set: ReadonlySet<Entry>, entries: readonly Entry[], within: boolean): ReadonlySet<Entry> {
  const next = new Set(set);
  for (const entry of entries) {
    if (within) next.add(entry);
    else next.delete(entry);
  }
  return next;
}
