import { type ReactNode, useState } from 'react';
import { Link } from 'react-router-dom';
import { useTranslations } from 'use-intl';
import type { Budget } from '../../../api/wire/budget';
import { longestWaitMs } from '../../../api/wire/clock';
import { holdOf, jobActivity, pauseOf } from '../../../jobs/ledger/job-activity';
import { ledger } from '../../../jobs/ledger/ledger';
import type { JobView } from '../../../jobs/ledger/use-jobs';
import { fateOfFailure } from '../../../jobs/proof/proof';
import { jobFault } from '../../../jobs/runner/faults';
import { textKey } from '../../../jobs/table/row-reasons';
import { useStore } from '../../../state/store';
import type { JobHold, JobRow } from '../../../storage/job-rows';
import { Notice } from '../../../ui/display/notice';
import { type Retrying, RetryingNotice } from '../../../ui/display/retrying-notice';
import { TimeText } from '../../../ui/display/time-text';
import { buttonClass, CopyButton } from '../../../ui/form/button';
import { phoneWindow, useMedia } from '../../../ui/hooks/use-media';
import { useNow } from '../../../ui/hooks/use-time';
import { paths } from '../../../url/paths';
import styles from './outcome.module.css';

interface JobNoticesProps {
  view: JobView;
  budget: Budget;
}

/** Why a job is paused although nobody paused it. Its space stays where that is kept, so that nothing below moves again. */
export function JobNotices(props: JobNoticesProps) {
  const t = useTranslations('jobs');
  const said = useJobNotice(props);
  const [last, setLast] = useState<string | null>(null);
  if (said !== null && said.title !== last) setLast(said.title);
  const over = props.view.job.open === 0 && last !== null;
  const keepsHeight = useKeepsHeight(props.view.job);
  return (
    <div ref={keepsHeight ? keepHeight : undefined} className={styles.notices}>
      {said?.notice}
      <RetryingNotice failing={failedReadOf(props.view)} look="line" about={t('readBackFailed')} />
      {over ? <p className="dim">{t('wasPaused', { why: last })}</p> : null}
    </div>
  );
}

/** Whether parts of the page keep the height they had: on a phone only while the job runs, as what is left empty would push its rows out of sight. */
export function useKeepsHeight({ open }: Pick<JobRow, 'open'>): boolean {
  return !useMedia(phoneWindow) || open === 1;
}

/** An element never gets lower than it was. */
export function keepHeight(element: HTMLElement | null): (() => void) | undefined {
  if (!element) return;
  const observer = new ResizeObserver(() => {
    const { offsetHeight } = element;
    if (offsetHeight > 0) element.style.minHeight = `${offsetHeight}px`;
  });
  observer.observe(element);
  return () => {
    observer.disconnect();
    element.style.minHeight = '';
  };
}

/** Rows of a job could not be read back and are retried; null: nothing to report. */
function failedReadOf({ job }: JobView): Retrying | null {
  const { failed_read: failed, open, hold } = job;
  // A refused key is reported above, and nothing is read before there is another one.
  if (!failed || open === 0 || hold?.reason === 'key-refused') return null;
  return {
    error: { ...failed, traceId: failed.trace_id },
    mustWait: failed.status === 429 && failed.retry_after_ms !== null,
    retryAt: () => (failed.until > Date.now() + longestWaitMs ? 0 : failed.until),
    tryNow: () => void ledger.readNow(job.id, Date.now()),
  };
}

/** The current note, and its title. */
interface JobNotice {
  title: string;
  notice: ReactNode;
}

function useJobNotice({ view: { job, calls }, budget }: JobNoticesProps): JobNotice | null {
  const t = useTranslations('jobs');
  const now = useNow(1000);
  const fault = useStore(jobFault);
  if (job.open === 0) return null;
  const notice = (tone: 'staged' | 'unknown', title: string, text: string): JobNotice => ({
    title,
    notice: (
      <Notice tone={tone} title={title}>
        {' '}
        {text}
      </Notice>
    ),
  });
  const pause = pauseOf(job, now);
  const hold = pause?.by === 'hold' ? pause.hold : pause === null ? holdOf({ hold: fault }, now) : null;
  if (hold) {
    return {
      title: t(`holds.${textKey(hold.reason)}`),
      notice: <Held env={job.environment} id={job.id} hold={hold} />,
    };
  }
  const activity = jobActivity(job, now);
  if (pause?.by === 'question' && activity === 'pausing') return notice('staged', t('deciding'), t('decidingText'));
  // Another request was asked to wait, and the next batch waits with it.
  const { pausedMs } = budget.snapshot();
  if (activity === 'sending' && pausedMs > shortMs) {
    return { title: t('holds.too_many'), notice: <ContinuesAt reason="too_many" until={now + pausedMs} /> };
  }
  // While nothing at all could be read since, nothing more is sent.
  const lastRead = calls.reduce((last, { read_at }) => Math.max(last, read_at ?? 0), 0);
  const blind = calls.filter(
    ({ state, failure, answered_at, sent_at }) =>
      state === 'unanswered' && fateOfFailure(failure) === 'unknown' && lastRead < (answered_at ?? sent_at ?? 0),
  );
  if (blind.length === 0) return null;
  const count = blind.length;
  const long = blind.some(({ sent_at }) => now - (sent_at ?? now) > patienceMs);
  return notice('unknown', t('blind', { count }), long ? t('blindFailed', { count }) : t('blindText', { count }));
}

interface ContinuesAtProps {
  reason: 'too_many' | 'unreachable' | 'unread';
  until: number | null;
  /** Words of the platform. */
  message?: string;
}

/** It continues automatically. */
function ContinuesAt({ reason, until, message = '' }: ContinuesAtProps) {
  const t = useTranslations('jobs');
  return (
    <Notice tone="staged" title={t(`holds.${reason}`)}>
      {' '}
      {t.rich(`holds.${reason}_text`, {
        time: '',
        message,
        t: () => (until === null ? null : <TimeText at={until} />),
      })}
    </Notice>
  );
}

/** Too short a pause to be read. */
const shortMs = 1500;
/** A read-back that takes longer has most likely failed. */
const patienceMs = 10_000;

function Held({ env, id, hold }: { env: string; id: string; hold: JobHold }) {
  const t = useTranslations('jobs');
  const key = textKey(hold.reason);
  if (key === 'too_many' || key === 'unreachable' || key === 'unread') {
    return <ContinuesAt reason={key} until={hold.until} message={hold.message} />;
  }
  const said = [hold.message, hold.code === null ? null : t('code', { code: String(hold.code) }), hold.trace_id]
    .filter((part) => part)
    .join(' · ');
  return (
    <Notice
      tone="bad"
      title={t(`holds.${key}`)}
      actions={
        <>
          {said === '' ? null : <CopyButton text={said} label={t('answer')} />}
          {key === 'key_refused' ? (
            <Link className={buttonClass()} to={paths.connect({ environment: env, next: paths.job({ env, id }) })}>
              {t('connectAgain')}
            </Link>
          ) : null}
        </>
      }
    >
      {' '}
      {t(`holds.${key}_text`)}
      <div className="mono mid">{said}</div>
    </Notice>
  );
}
