import { Link } from 'react-router-dom';
import { useTranslations } from 'use-intl';
import type { Budget } from '../../api/budget';
import { isAsked, isHeld, phaseOf } from '../../jobs/counts';
import { holdKeys } from '../../jobs/outcome-keys';
import type { JobView } from '../../jobs/use-jobs';
import type { JobHold } from '../../storage/job-rows';
import { buttonClass } from '../../ui/button';
import { CopyButton } from '../../ui/copy-button';
import { Notice } from '../../ui/notice';
import { TimeText } from '../../ui/time-text';
import { useNow } from '../../ui/use-now';
import { paths } from '../../url/paths';

/** Why a job stands still although nobody paused it. */
export function JobNotices({ view: { job, calls }, budget }: { view: JobView; budget: Budget }) {
  const t = useTranslations('jobs');
  const now = useNow(1000);
  if (job.open === 1 && job.hold && isHeld(job, now)) return <Held env={job.environment} id={job.id} hold={job.hold} />;
  if (job.open === 1 && job.counts['not-sent'] > 0 && isAsked(job, now)) {
    return (
      <Notice tone="staged" title={t('deciding')}>
        {' '}
        {t('decidingText')}
      </Notice>
    );
  }
  // Who resumes a job before the platform is ready again goes past the hold, and not past what the platform asked for.
  const { pausedMs } = budget.snapshot();
  if (phaseOf(job, now) === 'sending' && pausedMs > shortMs) return <GoesOn reason="too_many" until={now + pausedMs} />;
  // While nothing at all could be read since, nothing more is sent.
  const lastRead = calls.reduce((last, { read_at }) => Math.max(last, read_at ?? 0), 0);
  const blind = calls.filter(
    ({ state, answered_at, sent_at }) => state === 'unanswered' && lastRead < (answered_at ?? sent_at ?? 0),
  );
  if (job.open === 0 || blind.length === 0) return null;
  const long = blind.some(({ sent_at }) => now - (sent_at ?? now) > patienceMs);
  return (
    <Notice tone="unknown" title={t('blind', { count: blind.length })}>
      {' '}
      {long ? t('blindFailed', { count: blind.length }) : t('blindText', { count: blind.length })}
    </Notice>
  );
}

/** It goes on by itself. */
function GoesOn({ reason, until }: { reason: 'too_many' | 'unreachable'; until: number | null }) {
  const t = useTranslations('jobs');
  return (
    <Notice tone="staged" title={t(`holds.${reason}`)}>
      {' '}
      {t.rich(`holds.${reason}_text`, { time: '', t: () => (until === null ? null : <TimeText at={until} />) })}
    </Notice>
  );
}

/** A pause that is over before it is read. */
const shortMs = 1500;
/** A read-back that takes longer has most likely failed. */
const patienceMs = 10_000;

function Held({ env, id, hold }: { env: string; id: string; hold: JobHold }) {
  const t = useTranslations('jobs');
  const key = holdKeys[hold.reason];
  if (key === 'too_many' || key === 'unreachable') {
    return <GoesOn reason={key} until={hold.until} />;
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
