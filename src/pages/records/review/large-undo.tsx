import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { RecordQuery } from '../../../api/queries/records';
import type { Client } from '../../../api/wire/client';
import type { UpdateMode } from '../../../contract/records';
import type { DwTable } from '../../../contract/tables';
import { checkRows } from '../../../jobs/check/check-rows';
import { openWritesOfCheck } from '../../../jobs/check/earlier-writes';
import { dropCheck } from '../../../jobs/check/stored-check';
import type { JobView } from '../../../jobs/ledger/use-jobs';
import { createJobOfCheck } from '../../../jobs/make/create-job';
import { ownerOf, tableReading } from '../../../jobs/runner/run-connection';
import { rowsPerCall } from '../../../jobs/table/request-size';
import { type LeftRows, leftByUndo, noneLeft, undoableRows, undoKind, undoOfJob } from '../../../jobs/undo/undo';
import type { CheckRow } from '../../../storage/job-rows';
import { joinSentences } from '../../../texts/join-sentences';
import { listedMax } from '../../../ui/display/created-records';
import { TimeText } from '../../../ui/display/time-text';
import { Button } from '../../../ui/form/button';
import { SendButton } from '../../../ui/form/send-button';
import { useAbortable } from '../../../ui/hooks/use-abortable';
import { RedoIcon, UndoIcon } from '../../../ui/icons/later-icons';
import { Dialog } from '../../../ui/overlay/dialog';
import { showToast } from '../../../ui/overlay/toast';
import { useRecordKey } from '../record/record-key';
import { countsOf, ReviewCounts } from './review-counts';
import styles from './review-dialog.module.css';
import { ReviewMode, ReviewNotices, useUpdateMode } from './review-notices';
import type { Reading } from './use-dry-run';
import { useSendStop } from './use-send';

interface LargeUndoProps {
  client: Client;
  table: DwTable;
  /** What the records beside it show. */
  query: RecordQuery;
  /** The job to be undone. */
  view: JobView;
  keyFields: readonly { id: string; name: string }[];
  onClose(): void;
  onSent(job: string, calls: number): void;
}

/** The undo of a job with too many rows to list: they are read, checked and stored a part at a time, as those of an import, and the review has their counts. */
export function LargeUndo({ client, table, query, view, keyFields, onClose, onSent }: LargeUndoProps) {
  const t = useTranslations('review');
  const common = useTranslations('common');
  const { job } = view;
  // A deleted record is created again under a key.
  const deletes = job.update_type === 'delete';
  const choice = useUpdateMode(deletes, useRecordKey(client.environment.name, table.table_id));
  const { check, left, reading, checkAgain } = useUndoCheck(client, view, choice.mode);
  // Stopped where the dialog goes: what was written of the job is deleted then.
  const { start } = useAbortable();
  const [written, setWritten] = useState<number | null>(null);
  const counts = countsOf(check?.counts.states ?? {});
  const rows = counts['will-update'] + counts['will-create'];
  const calls = Math.ceil(rows / rowsPerCall[deletes ? 'key' : 'id']);
  const all = check?.counts.rows ?? 0;
  const skipped = all - rows - counts['no-change'];
  const stop = useSendStop(client, table, reading.state, rows);
  const kind = undoKind(job);
  const isDone = check !== null && reading.state === 'ready';
  const { data: earlier = 0 } = useQuery({
    queryKey: ['undo-open-writes', check?.id],
    queryFn: () => (check ? openWritesOfCheck(check) : 0),
    enabled: isDone,
    retry: false,
    gcTime: 0,
  });

  async function send() {
    if (!check || written !== null) return;
    setWritten(0);
    const signal = start();
    try {
      const about = {
        ...{ kind, undoes: job.id, space_id: table.space_id, table_name: table.name },
        ...{ query: { filter: query.filter, order: query.order }, leaves: leftByUndo(left) },
      };
      const id = await createJobOfCheck(check, about, { signal, onProgress: setWritten });
      onClose();
      onSent(id, calls);
    } catch {
      if (!signal.aborted) showToast({ kind: 'bad', title: t('jobNotKept'), text: t('jobNotKeptText') });
      setWritten(null);
    }
  }

  return (
    <Dialog
      open
      onClose={onClose}
      size="large"
      flush
      keepOnOutsidePress
      opensOnTitle
      title={t(kind === 'redo' ? 'titleRedo' : 'titleUndo')}
      subtitle={t.rich(job.kind === 'undo' ? 'redoing' : 'undoing', {
        table: table.name || table.table_id,
        at: () => <TimeText at={job.created_at} look="moment" />,
      })}
      footer={
        <>
          <p className={styles.foot} role="status">
            {written === null
              ? joinSentences(
                  t('footNothingSent'),
                  isDone && skipped > 0 && t('footSkipped', { count: skipped }),
                  left.missing > 0 && t('footUndo', { count: left.missing }),
                  left.impossible > 0 && t('footImpossible', { count: left.impossible }),
                  left.removed > 0 && t('footRemoved', { count: left.removed }),
                  calls > 1 && t('footJob'),
                )
              : t('footWriting', { rows: written, all })}
          </p>
          <Button onClick={onClose}>{common('cancel')}</Button>
          <SendButton
            kind="primary"
            icon={kind === 'redo' ? <RedoIcon /> : <UndoIcon />}
            busy={written !== null}
            disabledReason={written === null && stop}
            onClick={() => void send()}
          >
            {isDone && rows > 0 ? t(kind, { rows }) : t('sendNothing')}
          </SendButton>
        </>
      }
    >
      <ReviewCounts
        counts={counts}
        unticked={countsOf({})}
        rows={all}
        listed={null}
        onList={null}
        byKey={0}
        calls={calls}
        requestsPerSecond={client.environment.requestsPerSecond}
        reading={reading}
        onCheckAgain={checkAgain}
      />
      {deletes ? <ReviewMode choice={choice} fields={keyFields} keyOnly /> : null}
      <ReviewNotices
        client={client}
        source={{ changes: [], left, undoes: job.id }}
        excluded={noRows}
        isRecreating={deletes}
        earlier={earlier}
        calls={calls}
        changed={false}
        reading={reading}
        onCheckAgain={checkAgain}
      />
      <p className={styles.unlisted}>{t('unlisted', { rows: undoableRows(job) })}</p>
    </Dialog>
  );
}

const noRows: ReadonlySet<string> = new Set();

interface UndoCheck {
  check: CheckRow | null;
  left: LeftRows;
  reading: Reading;
  checkAgain(): void;
}

/** The check of what undoes a job, stored in this browser while it is shown. */
function useUndoCheck(client: Client, view: JobView, mode: UpdateMode): UndoCheck {
  const all = undoableRows(view.job);
  const begun = { check: null, left: noneLeft(), reading: { state: 'reading', done: 0, all } as Reading };
  const [now, setNow] = useState<Omit<UndoCheck, 'checkAgain'>>(begun);
  const held = useRef<string | null>(null);
  const [attempt, setAttempt] = useState(0);

  const run = useEffectEvent(async (signal: AbortSignal) => {
    const { job } = view;
    const left = noneLeft();
    const show = (check: CheckRow | null, reading: Reading) => {
      if (!signal.aborted) setNow({ check, left: { ...left }, reading });
    };
    const progress = (check: CheckRow) => show(check, { state: 'reading', done: check.counts.rows, all });
    setNow(begun);
    try {
      const check = await checkRows(
        undoOfJob(view, left, listedMax),
        {
          ...ownerOf(client),
          ...mode,
          update_by_fields: [...mode.update_by_fields],
          table_id: job.table_id,
          fields: job.fields,
        },
        { reading: tableReading(client), signal, rows: all, onReading: progress, onProgress: progress },
      );
      if (signal.aborted) return void dropCheck(check.id).catch(() => {});
      held.current = check.id;
      const { read_from: read_at, changed_on } = check;
      show(check, { state: 'ready', read_at, changed_on });
    } catch (error) {
      show(null, { state: 'failed', error });
    }
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt, and each key, is a check of its own
  useEffect(() => {
    const control = new AbortController();
    void run(control.signal);
    return () => {
      control.abort();
      // A job that was made of it has taken it away.
      if (held.current) void dropCheck(held.current).catch(() => {});
      held.current = null;
    };
  }, [attempt, mode]);

  return { ...now, checkAgain: () => setAttempt(attempt + 1) };
}
