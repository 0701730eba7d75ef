import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useTranslations } from 'use-intl';
import type { Client } from '../../../api/wire/client';
import type { Environment } from '../../../contract/gateway';
import type { Id } from '../../../contract/ids';
import { callsOf, skipReasons } from '../../../jobs/check/check-counts';
import { openWritesOfCheck } from '../../../jobs/check/earlier-writes';
import { createJobOfCheck } from '../../../jobs/make/create-job';
import { requestsPerCall } from '../../../jobs/plan/plan';
import type { CheckRow } from '../../../storage/job-rows';
import { Notice } from '../../../ui/display/notice';
import { Button } from '../../../ui/form/button';
import { Checkbox } from '../../../ui/form/checkbox';
import { useDuration } from '../../../ui/hooks/use-phrases';
import { showToast } from '../../../ui/overlay/toast';
import { paths } from '../../../url/paths';
import { ClearNote, UnfitNote } from '../check/check-notes';
import type { CheckState } from '../check/import-check';
import { Card } from '../step-parts';
import { type Step, stepThatFixes } from '../wizard';
import styles from './send-step.module.css';

interface SendStepProps {
  check: CheckRow;
  sending: Sending;
  environment: Environment;
  onStep(step: Step): void;
}

/** The last step: what would be sent, and what not and why. The button that sends is in the footer, like that of every step. */
export function SendStep({ check, sending, environment, onStep }: SendStepProps) {
  const t = useTranslations('import.send');
  const duration = useDuration();
  const { counts } = check;
  const { rows, calls, creates, create, setCreate } = sending;
  const toCreate = counts.states['will-create'] ?? 0;
  const { requestsPerSecond: rate, title, name } = environment;
  const time = duration((calls * requestsPerCall) / rate);
  return (
    <Card>
      <h2 className={styles.heading}>{t('title')}</h2>
      {rows > 0 ? (
        <>
          <p>{t('sum', { update: rows - creates, create: creates, calls, time, rate })}</p>
          {/* What only creates cannot be undone. */}
          <p>{t(creates === rows ? 'targetCreates' : 'target', { environment: title ?? name })}</p>
        </>
      ) : (
        <p>
          <b>{t(counts.skipped.get('same') === counts.rows ? 'allSame' : 'nothing', { count: counts.rows })}</b>
        </p>
      )}
      {toCreate > 0 ? (
        <Checkbox
          label={t('create', { count: toCreate })}
          hint={t('createHint')}
          checked={create}
          onChange={setCreate}
        />
      ) : null}
      <EarlierNote check={check} />
      <ClearNote clears={counts.clears.all} fields={check.fields} />
      <UnfitNote unfit={counts.unfit} create={create} fields={check.fields} />
      {rows < counts.rows ? (
        <SkippedRows
          all={counts.rows}
          sent={rows}
          skipped={counts.skipped}
          notCreated={create ? 0 : toCreate}
          onStep={onStep}
        />
      ) : null}
    </Card>
  );
}

/** Warns of rows with an unfinished write of an earlier job, as that may be why the same file is uploaded again. */
function EarlierNote({ check }: { check: CheckRow }) {
  const t = useTranslations('review');
  const { data: count = 0 } = useQuery({
    queryKey: ['import-open-writes', check.id],
    queryFn: () => openWritesOfCheck(check),
    // Without the browser's database there are no earlier jobs.
    retry: false,
    gcTime: 0,
  });
  return count > 0 ? (
    <Notice tone="unknown" title={t('earlier', { count })}>
      {t('earlierText')}
    </Notice>
  ) : null;
}

interface SkippedRowsProps {
  all: number;
  sent: number;
  skipped: ReadonlyMap<string, number>;
  /** Rows that would create a record while creating is off. */
  notCreated: number;
  onStep(step: Step): void;
}

/** The rows that are not sent, by why, each with the way to the step that fixes it. */
function SkippedRows({ all, sent, skipped, notCreated, onStep }: SkippedRowsProps) {
  const t = useTranslations('import.send');
  const stepName = useTranslations('import.step');
  const title = t('leftOut', { count: all - sent, all });
  return (
    <section aria-label={title} className={styles.skipped}>
      <h3 className={styles.heading}>{title}</h3>
      <ul>
        {skipReasons.map((why) => {
          const count = skipped.get(why) ?? 0;
          const step = stepThatFixes[why];
          if (count === 0) return null;
          return (
            <li key={why} className={styles.reason}>
              <span>{t(`why.${why}`, { count })}</span>
              {step ? (
                <Button kind="ghost" size="small" onClick={() => onStep(step)}>
                  {t('toStep', { step: stepName(step) })}
                </Button>
              ) : null}
            </li>
          );
        })}
        {notCreated > 0 ? <li className={styles.reason}>{t('why.not_created', { count: notCreated })}</li> : null}
      </ul>
      <p className="dim">{t(sent === 0 ? 'listedByCheck' : 'listedByJob')}</p>
    </section>
  );
}

interface SendingOptions {
  client: Client;
  check: CheckState;
  about: { space_id: Id; table_id: Id; table_name: string; file: string };
  onSent(): void;
}

/** What sending would do, and the way to do it. */
export interface Sending {
  /** Rows that would be sent, in how many calls; of them those that create a record. */
  rows: number;
  calls: number;
  creates: number;
  /** Records that are not in the table yet are created. */
  create: boolean;
  setCreate(create: boolean): void;
  /** Rows of the job that are written so far; null when none is being written. While one is, the wizard is closed. */
  written: number | null;
  /** Starts the job: the step has shown everything, and its button has asked. */
  send(): Promise<void>;
}

/** Sends the rows that a check found; null while there is no check. */
export function useSending({ client, check, about, onSent }: SendingOptions): Sending | null {
  const t = useTranslations('import.send');
  const navigate = useNavigate();
  /** The check whose new records are not to be created. */
  const [without, setWithout] = useState<string | null>(null);
  const [written, setWritten] = useState<number | null>(null);
  const building = useRef<AbortController | null>(null);
  const checkId = check.state === 'done' ? check.check.id : null;
  // A check that was dropped, or replaced by another one, becomes no job any more.
  useEffect(() => (checkId === null ? undefined : () => building.current?.abort()), [checkId]);
  if (check.state !== 'done') return null;
  const { check: found } = check;
  const { states } = found.counts;
  const create = without !== found.id;
  const creates = create ? (states['will-create'] ?? 0) : 0;
  const rows = (states['will-update'] ?? 0) + creates;
  const calls = callsOf(found.counts, create);

  async function send() {
    if (building.current) return;
    const own = new AbortController();
    building.current = own;
    setWritten(0);
    try {
      const job = { ...about, kind: 'import', undoes: null } as const;
      const { signal } = own;
      const id = await createJobOfCheck(found, job, { creates: create, signal, onProgress: setWritten });
      onSent();
      navigate(paths.job({ env: client.environment.name, id }));
    } catch {
      // Nobody asked for more than to leave it.
      if (!own.signal.aborted) showToast({ kind: 'bad', title: t('notKept'), text: t('notKeptText') });
      setWritten(null);
    } finally {
      building.current = null;
    }
  }

  return { rows, calls, creates, create, setCreate: (on) => setWithout(on ? null : found.id), written, send };
}
