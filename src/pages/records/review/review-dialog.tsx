import { type ComponentProps, useCallback, useMemo, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { RecordQuery } from '../../../api/queries/records';
import type { Client } from '../../../api/wire/client';
import type { Id } from '../../../contract/ids';
import { formatJson } from '../../../contract/json';
import { operations } from '../../../contract/operations';
import { encodeUpdate, type UpdateMode } from '../../../contract/records';
import type { DwTable } from '../../../contract/tables';
import { isNewRecord } from '../../../edits/drafts';
import type { DraftsOfTable } from '../../../edits/use-drafts';
import type { ColumnTable } from '../../../grid/columns/column-table';
import type { RowFinding } from '../../../jobs/check/dry-run';
import { openWriteOf } from '../../../jobs/check/earlier-writes';
import type { JobView } from '../../../jobs/ledger/use-jobs';
import { callInput, planCalls } from '../../../jobs/plan/plan';
import type { JobField } from '../../../storage/job-rows';
import { joinSentences } from '../../../texts/join-sentences';
import { Code } from '../../../ui/display/code';
import { TimeText } from '../../../ui/display/time-text';
import { Button } from '../../../ui/form/button';
import { Select } from '../../../ui/form/select';
import { SendButton } from '../../../ui/form/send-button';
import { SearchField } from '../../../ui/form/text-field';
import { RedoIcon, SendIcon, UndoIcon } from '../../../ui/icons/later-icons';
import { Tabs } from '../../../ui/layout/tabs';
import { Dialog } from '../../../ui/overlay/dialog';
import { isPressed } from '../../../ui/shortcuts/shortcuts';
import { useRecordKey } from '../record/record-key';
import { LargeUndo } from './large-undo';
import { type CountedState, countedAs, countRows, ListedNote, ReviewCounts } from './review-counts';
import styles from './review-dialog.module.css';
import { canBeSent, leftOutRows, linesOf, ReviewList, type ReviewOrder, type Ticks, ticked } from './review-list';
import { ReviewMode, ReviewNotices, useUpdateMode } from './review-notices';
import {
  type ReviewedCells,
  type ReviewSource,
  type UndoneJob,
  useDraftSource,
  useUndoneJob,
  useUndoSource,
} from './review-source';
import { useDryRun, useOpenWrites } from './use-dry-run';
import { useSend } from './use-send';

interface ReviewDialogProps {
  client: Client;
  table: DwTable;
  /** What the records beside it show. */
  query: RecordQuery;
  source: ReviewSource;
  fieldOf(fieldId: string): JobField;
  keyFields: readonly { id: string; name: string }[];
  onClose(): void;
  /** Its changes are now a job with this many calls. */
  onSent(job: string, calls: number): void;
}

type View = ReviewOrder | 'json';

/** By what its button does. */
const reviewTitles = { send: 'title', undo: 'titleUndo', redo: 'titleRedo' } as const;

/**
 * Everything that would be sent, judged against the live rows, and the one way to send it.
 * Long: one decision before sending: what is read, what is found, and what is chosen of it.
 */
function ReviewDialog({ client, table, query, source, fieldOf, keyFields, onClose, onSent }: ReviewDialogProps) {
  const t = useTranslations('review');
  const common = useTranslations('common');
  const sendButton = useRef<HTMLButtonElement>(null);
  const listAll = useRef<HTMLButtonElement>(null);
  const views = useRef<HTMLDivElement>(null);
  const isStarting = useRef(false);
  const [view, setView] = useState<View>('record');
  const [opener] = useState(() => document.activeElement);
  const [find, setFind] = useState('');
  /** The count whose rows alone are listed, also when none is left in it; null: all are. */
  const [listed, setListed] = useState<CountedState | null>(null);
  const [ticks, setTicks] = useState<Ticks>(new Map());
  const [agreed, setAgreed] = useState<ReadonlySet<string>>(new Set());

  // Rows without an id need a key, which matches them to a record or creates one.
  const needsKey = source.changes.some(({ item_id }) => item_id === null);
  const choice = useUpdateMode(needsKey, useRecordKey(client.environment.name, table.table_id));
  const { mode } = choice;
  const fields = useMemo(() => fieldsOf(source, mode, fieldOf), [source, mode, fieldOf]);
  const { reading, findings, checkAgain } = useDryRun({
    client,
    tableId: table.table_id,
    source,
    mode,
    fields,
    agreed,
  });
  const excluded = useMemo(() => leftOutRows(source.changes, ticks), [source.changes, ticks]);
  const counts = useMemo(() => countRows(findings), [findings]);
  const unticked = useMemo(
    () => countRows(findings.filter((finding) => excluded.has(finding.record.row) && canBeSent(finding))),
    [findings, excluded],
  );
  const plan = useMemo(() => planCalls(findings, excluded), [findings, excluded]);
  const lines = useMemo(() => {
    const known = new Map(fields.map((field) => [field.field_id, field]));
    const some = listed === null ? findings : findings.filter(({ state }) => countedAs(state) === listed);
    return linesOf(some, (id) => known.get(id) ?? fieldOf(id), view === 'field' ? 'field' : 'record', find);
  }, [findings, listed, fields, fieldOf, view, find]);
  const writes = useOpenWrites(client, table.table_id);
  const hasOpenWrite = useCallback(
    (finding: RowFinding) => openWriteOf(writes, finding, mode) !== undefined,
    [writes, mode],
  );
  const earlier = useMemo(
    () => findings.filter((finding) => !finding.record.late && hasOpenWrite(finding)).length,
    [findings, hasOpenWrite],
  );
  const send = useSend({ client, table, query, source, mode, fields, reading, plan, excluded, checkAgain });

  const agree = (cells: readonly string[]) => setAgreed((now) => new Set([...now, ...cells]));

  const conflicts = findings.flatMap(({ record, cells }) =>
    cells.flatMap((cell) =>
      cell.state === 'conflict' ? [{ item_id: record.row, field_id: cell.field_id, before: cell.now }] : [],
    ),
  );

  const asking = findings.flatMap(({ record, cells }) =>
    cells.flatMap(({ state, field_id }) => (state === 'asks' ? [`${record.row}/${field_id}`] : [])),
  );

  async function start() {
    // A second press while the first one reads what it sends.
    if (isStarting.current) return;
    isStarting.current = true;
    const id = await send.send().finally(() => {
      isStarting.current = false;
    });
    if (id === null) return;
    onClose();
    onSent(id, plan.calls.length);
  }

  const name = table.name || table.table_id;
  const { undoneJobAt } = source;
  const onlyNew = source.changes.every(({ row }) => isNewRecord(row));
  const matching = choice.byKey ? (onlyNew ? 'newRecords' : 'byKey') : 'byId';
  const does = source.kind === 'undo' || source.kind === 'redo' ? source.kind : 'send';
  const taken = useMemo(() => new Set(source.changes.map(({ row }) => row)), [source.changes]);
  const list = (
    <ReviewList
      lines={lines}
      isPart={listed !== null || find.trim() !== ''}
      excluded={excluded}
      onInclude={(rows, include) => setTicks((now) => ticked(now, rows, include))}
      source={source}
      taken={taken}
      fieldOf={fieldOf}
      keyFields={mode.update_by_fields}
      hasOpenWrite={hasOpenWrite}
      onAllow={({ item_id, field_id }) => agree([`${item_id}/${field_id}`])}
      empty={find.trim() !== '' ? t('nothingFound', { find }) : listed === null ? t('nothingLeft') : null}
      focusWhenEmpty={listAll}
    />
  );
  return (
    <Dialog
      open
      onClose={onClose}
      size="large"
      flush
      keepOnOutsidePress
      opensOnTitle
      // A new record that was sent is gone with its row, and what opened another dialog before this one with that.
      finalFocus={() => opener !== document.body && opener instanceof HTMLElement && opener.isConnected && opener}
      onKeyDown={(event) => {
        if (!isPressed('sendReviewed', event) || event.repeat) return;
        event.preventDefault();
        sendButton.current?.click();
      }}
      title={t(reviewTitles[does])}
      subtitle={
        undoneJobAt !== null
          ? t.rich(source.kind === 'redo' ? 'redoing' : 'undoing', {
              table: name,
              at: () => <TimeText at={undoneJobAt} look="moment" />,
            })
          : t(matching, { table: name })
      }
      className={styles.dialog}
      footer={
        <>
          <p className={styles.foot}>
            {joinSentences(
              t(send.isStarting ? 'footStarting' : 'footNothingSent'),
              counts.conflict > 0 && t('footConflicts', { count: counts.conflict }),
              source.left.missing > 0 && t('footUndo', { count: source.left.missing }),
              source.left.impossible > 0 && t('footImpossible', { count: source.left.impossible }),
              source.left.removed > 0 && t('footRemoved', { count: source.left.removed }),
              plan.calls.length > 1 && t('footJob'),
            )}
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
            <Button kind="ghost" onClick={() => agree(asking)}>
              {t('allowAll', { count: asking.length })}
            </Button>
          ) : null}
          <Button onClick={onClose}>{source.undoes ? common('cancel') : t('keepEditing')}</Button>
          <SendButton
            ref={sendButton}
            kind="primary"
            icon={does === 'send' ? <SendIcon /> : does === 'undo' ? <UndoIcon /> : <RedoIcon />}
            busy={send.sending}
            disabledReason={send.sending ? null : send.stop}
            onClick={start}
          >
            {send.rows > 0 ? t(does, { rows: send.rows }) : t('sendNothing')}
          </SendButton>
        </>
      }
    >
      <ReviewCounts
        counts={counts}
        unticked={unticked}
        rows={findings.length}
        listed={listed}
        onList={(state) => {
          setListed(state);
          if (view === 'json') setView('record');
        }}
        byKey={findings.filter(({ state, match }) => state === 'will-update' && match === 'key').length}
        calls={plan.calls.length}
        requestsPerSecond={client.environment.requestsPerSecond}
        reading={reading}
        onCheckAgain={() => void checkAgain()}
      />
      {source.undoes && !choice.needsKey ? null : (
        <ReviewMode choice={choice} fields={keyFields} keyOnly={source.undoes !== null} />
      )}
      <ReviewNotices
        client={client}
        source={source}
        excluded={excluded}
        isRecreating={source.changes.some(({ anew }) => anew)}
        earlier={earlier}
        calls={plan.calls.length}
        changed={send.changedMeanwhile}
        reading={reading}
        onCheckAgain={() => void checkAgain()}
      />
      <div ref={views} className={styles.tabs}>
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
          panelStop={false}
          end={
            <div className={styles.find} data-few={findings.length <= few || undefined}>
              <SearchField
                label={t('find')}
                hideLabel
                placeholder={t('find')}
                value={find}
                onChange={setFind}
                size="small"
              />
            </div>
          }
        >
          {view === 'json' ? (
            <ReviewJson tableId={table.table_id} mode={mode} calls={plan.calls} />
          ) : (
            <>
              {listed === null ? null : (
                <ListedNote
                  listed={listed}
                  count={counts[listed]}
                  rows={findings.length}
                  all={listAll}
                  onAll={() => {
                    setListed(null);
                    // Its button goes with it, and beside it a second press would revert.
                    views.current?.querySelector<HTMLElement>('[role=tab][aria-selected=true]')?.focus();
                  }}
                />
              )}
              {list}
            </>
          )}
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

/** Of so few records none is looked for in a narrow window. */
const few = 8;

type ReviewProps = Omit<ComponentProps<typeof ReviewDialog>, 'source'>;

interface DraftReviewProps {
  drafts: DraftsOfTable;
  /** Those of one bulk change; null: all of them. */
  only: ReviewedCells | null;
  columnTable: ColumnTable;
}

/** The review of the unsent changes of a table. */
export function DraftReview({ drafts, only, columnTable, ...props }: ReviewProps & DraftReviewProps) {
  return <ReviewDialog {...props} source={useDraftSource(drafts, only, columnTable)} />;
}

/** The review of what would undo a job; nothing while it is read. */
export function UndoReview({ jobId, ...props }: ReviewProps & { jobId: string }) {
  const undone = useUndoneJob(jobId);
  if (!undone) return undone === null ? <JobGone onClose={props.onClose} /> : null;
  const { view, listed } = undone;
  return listed ? <ListedUndo {...props} view={view} listed={listed} /> : <LargeUndo {...props} view={view} />;
}

function ListedUndo({
  view,
  listed,
  ...props
}: ReviewProps & { view: JobView; listed: NonNullable<UndoneJob['listed']> }) {
  return <ReviewDialog {...props} source={useUndoSource(view, listed)} />;
}

/** The job to be undone was deleted, or could not be read: its previous values are not at hand. */
function JobGone({ onClose }: { onClose(): void }) {
  const t = useTranslations('jobs');
  const common = useTranslations('common');
  return (
    <Dialog
      open
      onClose={onClose}
      size="small"
      title={t('missingTitle')}
      footer={
        <Button kind="primary" onClick={onClose}>
          {common('close')}
        </Button>
      }
    >
      {t('missingText')}
    </Dialog>
  );
}

interface ReviewJsonProps {
  tableId: Id;
  mode: UpdateMode;
  calls: readonly RowFinding[][];
}

/** The exact body of each call, as it will be sent. */
function ReviewJson({ tableId, mode, calls }: ReviewJsonProps) {
  const t = useTranslations('review');
  const [chosen, setChosen] = useState('0');
  const index = Math.min(Number(chosen), Math.max(0, calls.length - 1));
  const rows = calls[index];
  if (!rows) return <p className={styles.nothing}>{t('nothingLeft')}</p>;
  const { method, path } = operations.updateRecords;
  return (
    <div className={styles.json}>
      <div className={styles.jsonHead}>
        <Select
          label={t('whichCall')}
          hideLabel
          size="small"
          value={String(index)}
          onChange={setChosen}
          options={calls.map((items, number) => ({
            value: String(number),
            label: t('callOf', { number: number + 1, all: calls.length, items: items.length }),
          }))}
        />
        <span className="mono mid">
          {method} {path}
        </span>
      </div>
      <Code label={t('body')} text={formatJson(encodeUpdate(callInput(tableId, rows, mode)), 2)} maxHeight="none" />
    </div>
  );
}
