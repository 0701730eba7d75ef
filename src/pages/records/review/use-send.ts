import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { RecordQuery } from '../../../api/queries/records';
import type { Client } from '../../../api/wire/client';
import type { UpdateMode } from '../../../contract/records';
import { type DwTable, isWritableType } from '../../../contract/tables';
import { useWritingStop } from '../../../credentials/write-permission';
import type { LiveRows, RowFinding } from '../../../jobs/check/dry-run';
import { type OpenWrite, openWriteOf, openWritesOf } from '../../../jobs/check/earlier-writes';
import { createJob } from '../../../jobs/make/create-job';
import { isSamePlan, type Plan, planCalls } from '../../../jobs/plan/plan';
import { ownerOf } from '../../../jobs/runner/run-connection';
import { leftByUndo } from '../../../jobs/undo/undo';
import type { JobField } from '../../../storage/job-rows';
import { joinSentences } from '../../../texts/join-sentences';
import { useConfirm } from '../../../ui/overlay/confirm';
import { showToast } from '../../../ui/overlay/toast';
import type { ReviewSource } from './review-source';
import type { DryRun, Reading } from './use-dry-run';

interface SendOptions {
  client: Client;
  table: DwTable;
  query: RecordQuery;
  source: ReviewSource;
  mode: UpdateMode;
  fields: JobField[];
  reading: DryRun['reading'];
  plan: Plan;
  excluded: ReadonlySet<string>;
  checkAgain: DryRun['checkAgain'];
}

/** Up to this many rows are read again when *Send* is pressed, in ten requests; larger jobs read each call's rows right before it is sent. */
const smallSend = 1000;
/** Of a longer job too a reading that is older is made again first. */
const freshMs = 60_000;

/** A plan over rows as they were read last. */
interface FreshPlan extends Pick<LiveRows, 'read_at' | 'changed_on'> {
  plan: Plan;
  /** They were read when *Send* was pressed. */
  isReadNow: boolean;
}

/** Sends a reviewed plan: why it cannot be sent now, the check of its rows right before, and a confirmation where the review alone is not enough. */
export function useSend(options: SendOptions) {
  const { client, table, query, source, mode, fields, reading, plan, excluded, checkAgain } = options;
  const t = useTranslations('review');
  const confirm = useConfirm();
  const [step, setStep] = useState<'check' | 'start' | null>(null);
  const [changedMeanwhile, setChangedMeanwhile] = useState(false);
  const environment = client.environment.title ?? client.environment.name;
  const rows = rowsOf(plan);
  const stop = useSendStop(client, table, reading.state, rows);

  /** The plan against rows that are read once more; null when that failed, or it must be looked at again as something has changed. */
  async function freshPlan(): Promise<FreshPlan | null> {
    if (reading.state !== 'ready') return null;
    const isRecent = Date.now() - reading.read_at < freshMs;
    if (rows > smallSend && isRecent) {
      const { read_at, changed_on } = reading;
      return { plan, read_at, changed_on, isReadNow: false };
    }
    setStep('check');
    const checked = await checkAgain();
    setStep(null);
    if (!checked) return null;
    const { findings, read_at, changed_on } = checked;
    const fresh = planCalls(findings, excluded);
    const same = isSamePlan(plan, fresh);
    setChangedMeanwhile(!same);
    return same ? { plan: fresh, read_at, changed_on, isReadNow: true } : null;
  }

  /** Makes a job of the plan. The button has asked; of records that cannot be taken away, and earlier changes that may still be applied, it asks once more. @returns its id; null when nothing was sent */
  async function send(): Promise<string | null> {
    const current = await freshPlan();
    if (!current) return null;
    const name = table.name || table.table_id;
    const noChange = current.plan.leftOut.filter(({ state }) => state === 'no-change').length;
    const created = current.plan.calls.flat().filter(({ state }) => state === 'will-create').length;
    const open = await openWritesOf(ownerOf(client), table.table_id).catch(() => new Map<string, OpenWrite>());
    const earlier = current.plan.calls
      .flat()
      .filter((finding) => finding.record.late || openWriteOf(open, finding, mode)).length;
    const told = [
      earlier > 0 && t('sendEarlier', { count: earlier }),
      created > 0 && t('sendCreates', { count: created, updated: rowsOf(current.plan) - created }),
      t('sendText', { calls: current.plan.calls.length, environment }),
      noChange > 0 && t('sendLeft', { count: noChange }),
      current.isReadNow ? t('sendChecked', { count: rowsOf(current.plan) }) : t('sendChecksCalls'),
    ];
    const yes =
      created + earlier === 0 ||
      (await confirm({
        title: t('sendTitle', { rows, table: name }),
        text: joinSentences(...told),
        action: t('send', { rows }),
      }));
    if (!yes) return null;
    setStep('start');
    try {
      const id = await createJob(current.plan, {
        ...ownerOf(client),
        ...mode,
        kind: source.kind,
        space_id: table.space_id,
        table_id: table.table_id,
        table_name: table.name,
        query: { filter: query.filter, order: query.order },
        fields,
        undoes: source.undoes,
        ...(source.undoes === null ? {} : { leaves: leftByUndo(source.left, { all: source.all, plan: current.plan }) }),
        read_at: current.read_at,
        changed_on: current.changed_on,
      });
      await source.handOver(cellsOf(current.plan));
      return id;
    } catch {
      showToast({ kind: 'bad', title: t('jobNotKept'), text: t('jobNotKeptText') });
      return null;
    } finally {
      setStep(null);
    }
  }

  return { rows, stop, sending: step !== null, isStarting: step === 'start', changedMeanwhile, send };
}

/** Why rows cannot be sent now; null if they can. */
export function useSendStop(client: Client, table: DwTable, reading: Reading['state'], rows: number): string | null {
  const t = useTranslations('review');
  const closed = useWritingStop(client.environment);
  const { title, name } = client.environment;
  if (closed === 'environment') return t('cannotSendClosed', { environment: title ?? name });
  if (closed === 'insecure') return t('cannotSendInsecure');
  if (!isWritableType(table.type)) return t('cannotSendType');
  if (reading === 'reading') return t('cannotSendReading');
  if (reading === 'failed') return t('cannotSendFailed');
  return rows === 0 ? t('cannotSendEmpty') : null;
}

function rowsOf(plan: Plan): number {
  return plan.calls.reduce((sum, call) => sum + call.length, 0);
}

/** Cells that are no longer drafts: those of sent rows, and of rows that already have their value. What a rule forbids stays, to be fixed. */
function cellsOf({ calls, leftOut }: Plan) {
  const done: RowFinding[] = [...calls.flat(), ...leftOut.filter(({ state }) => state === 'no-change')];
  return done.flatMap(({ record, cells }) =>
    // What did not fit is a draft of its text.
    cells.map(({ field_id, after, text, unfit }) => ({
      item_id: record.row,
      field_id,
      after: unfit ? (text ?? after) : after,
    })),
  );
}
