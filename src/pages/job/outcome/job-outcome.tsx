import { type ReactNode, useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { jobActivity } from '../../../jobs/ledger/job-activity';
import { ledger } from '../../../jobs/ledger/ledger';
import { type CallSummary, type JobView, proofEnds } from '../../../jobs/ledger/use-jobs';
import { leftOutRows, opensAgain, type StoryKey, type StoryPart, storyOf } from '../../../jobs/results/job-story';
import { onlyByFile, outcomeKey, textKey } from '../../../jobs/table/row-reasons';
import type { JobRow } from '../../../storage/job-rows';
import type { Outcome } from '../../../storage/outcomes';
import { outcomeEntries, outcomes } from '../../../storage/outcomes';
import { Countdown } from '../../../ui/display/countdown';
import { Stat, StatRow } from '../../../ui/display/description-list';
import { TimeText } from '../../../ui/display/time-text';
import { Button } from '../../../ui/form/button';
import { useJoin } from '../../../ui/hooks/use-phrases';
import { useNow } from '../../../ui/hooks/use-time';
import { keepHeight, useKeepsHeight } from './job-notices';
import { PaceButtons, RateChart, rateOf, timeParts } from './job-progress';
import styles from './outcome.module.css';

/** What a delete says of an outcome in words of its own. */
const deleteHints: Partial<Record<Outcome, 'deleted' | 'still_there' | 'undeleted'>> = {
  verified: 'deleted',
  unknown: 'still_there',
  refused: 'undeleted',
};

const mostKept = 4;

/** What happened to the rows, in sentences. */
export function JobStory({ view: { job, calls } }: { view: JobView }) {
  const t = useTranslations('jobs');
  const join = useJoin();
  const story = storyOf(job, calls, useNow());
  // Of many calls sentences come and go several times a second: their room is kept from the first on, so that nothing below them jumps under the pointer.
  const [lines, setLines] = useState(job.open === 1 && job.calls > 1 ? Math.min(job.calls, mostKept) : story.length);
  if (story.length > lines) setLines(story.length);
  const keepsHeight = useKeepsHeight(job);
  const again = (key: StoryKey, count: number, whys: StoryPart['whys']): string => {
    if (!opensAgain.has(key) || job.update_type === 'delete') return '';
    const left = whys.reduce((sum, [why, rows]) => (onlyByFile(why) ? sum + rows : sum), 0);
    if (left === count) return t(key === 'left' || key === 'skipped' ? 'againByFile' : 'againNone', { count });
    if (left > 0) return t('againSome', { count: count - left });
    return t(job.open === 0 ? 'again' : 'againLater', { count });
  };
  return (
    <section aria-label={t('inWords')} className={styles.story}>
      <ul data-lines={Math.min(keepsHeight ? Math.max(lines, story.length) : story.length, mostKept)}>
        {story.map(({ key, count, tone, whys }) => (
          <li key={key} data-tone={tone}>
            {t.rich(`story.${key}`, {
              count,
              whys: join(whys.map(([why, count]) => t(`notSent.${why}`, { count }))),
              again: again(key, count, whys),
              b: (chunks) => <b className="num">{chunks}</b>,
            })}
          </li>
        ))}
      </ul>
    </section>
  );
}

/**
 * The outcomes whose numbers are shown. Rows are on their way and are not, several times a second: of a job that is seen running the places of their numbers
 * stay. Once it has ended they stay only beside a button, which would move.
 */
export function outcomesWithPlace({ counts, open }: Pick<JobRow, 'counts' | 'open'>, ran: boolean, hasButton: boolean) {
  const stay = ran && (open === 1 || hasButton);
  return outcomes.filter((outcome) => counts[outcome] > 0 || (stay && outcomeEntries[outcome].keepsPlace));
}

function canLookAgain(calls: readonly CallSummary[]): boolean {
  return calls.some(({ verifiable }) => verifiable > 0);
}

const prolongMs = 5 * 60_000;

/** The outcomes of the rows, in numbers that always add up to the input, and the time left. */
export function OutcomeCountsRow({ view: { job, calls }, limit }: { view: JobView; limit: number }) {
  const t = useTranslations('jobs');
  const format = useFormatter();
  const { counts } = job;
  const [ran] = useState(job.open === 1);
  const shown = outcomesWithPlace(job, ran, canLookAgain(calls));
  const keepsHeight = useKeepsHeight(job) && ran;
  const created = calls.reduce((sum, call) => sum + call.created, 0);
  const unsure = calls.reduce((sum, call) => sum + call.unsure, 0);
  const left = leftOutRows(job, calls);
  const hint = (outcome: Outcome) => {
    if (outcome === 'not-sent' && job.order === 'stop') return t('hint.not_sent_stopped');
    // Where a row may update or create, which of the two it did comes first.
    if (outcome === 'verified' && (created > 0 || (job.update_type === 'upsert' && counts.verified > 0)))
      return t('hint.made', { created, unsure, updated: counts.verified - created - unsure });
    if (outcome === 'invalid' && left > 0) return t('hint.invalid_left', { left });
    const ofDelete = job.update_type === 'delete' ? deleteHints[outcome] : undefined;
    return t(`hint.${ofDelete ?? textKey(outcome)}`);
  };
  return (
    <section ref={keepsHeight ? keepHeight : undefined} aria-label={t('region')} className={styles.outcome}>
      <StatRow className={styles.counts} data-ran={ran || undefined}>
        {shown.map((outcome) => (
          <Stat
            key={outcome}
            data-outcome={outcome}
            data-count={counts[outcome]}
            tone={counts[outcome] > 0 ? outcomeEntries[outcome].tone : 'neutral'}
            value={format.number(counts[outcome])}
            label={t(outcomeKey(outcome, job))}
            hint={hint(outcome)}
          />
        ))}
        <div className={styles.progress}>
          <Progress job={job} calls={calls} limit={limit} />
        </div>
      </StatRow>
      <p className={styles.sum}>{t('sum', { total: job.total })}</p>
    </section>
  );
}

function Progress({ job, calls, limit }: { job: JobRow; calls: readonly CallSummary[]; limit: number }) {
  const t = useTranslations('jobs');
  const now = useNow(1000);
  const time = useTimeText();
  const { counts } = job;
  const activity = jobActivity(job, now);
  if (activity === 'ended' || activity === 'stopped') {
    return (
      <OutcomeDetails title={t('took', { time: time((job.ended_at ?? 0) - (job.started_at ?? job.created_at)) })}>
        {t('endedAt', { time: '' })}
        {job.ended_at === null ? null : <TimeText at={job.ended_at} />}
        {canLookAgain(calls) ? <Prolong job={job} text={t('lookAgain')} /> : null}
      </OutcomeDetails>
    );
  }
  if (activity === 'paused' || activity === 'pausing' || activity === 'held')
    return <OutcomeDetails title={t(`pausedHow.${activity}`)}>{null}</OutcomeDetails>;
  if (activity === 'sending' && counts['not-sent'] > 0 && job.order !== 'stop') {
    const rate = rateOf(calls, now);
    return (
      <OutcomeDetails title={rate.left === null ? t('leftUnknown') : t('left', { time: time(rate.left) })}>
        {t('rate', { rate: rate.perSecond, limit })}
        <RateChart history={rate.history} limit={limit} />
        <PaceButtons job={job} />
      </OutcomeDetails>
    );
  }
  if (counts.sending > 0) return <OutcomeDetails title={t('lastCalls')}>{null}</OutcomeDetails>;
  const until = proofEnds({ job, calls });
  return (
    <OutcomeDetails title={t('waitingProof')}>
      {until > 0
        ? t.rich('proofUntil', {
            until: '',
            left: '',
            t: () => <TimeText at={until} />,
          })
        : null}
      {until > 0 ? <Countdown until={until} over={t('proofOver')} /> : null}
      <Prolong job={job} text={t('prolong')} />
    </OutcomeDetails>
  );
}

/** An extension adds to the time left, so a press never shortens the wait. */
function Prolong({ job, text }: { job: JobRow; text: string }) {
  return (
    <div>
      <Button
        size="small"
        onClick={() => void ledger.prolong(job.id, Math.max(job.proof_until, Date.now()) + prolongMs)}
      >
        {text}
      </Button>
    </div>
  );
}

function OutcomeDetails({ title, children }: { title: string; children: ReactNode }) {
  return (
    <>
      <div className={styles.progressTitle}>{title}</div>
      <div className={styles.progressText}>{children}</div>
    </>
  );
}

/** A length of time in words. */
function useTimeText(): (milliseconds: number) => string {
  const t = useTranslations('jobs');
  return (milliseconds) => {
    const parts = timeParts(milliseconds);
    if (parts.key === 'seconds') return t('seconds', parts.values);
    return parts.key === 'minutes' ? t('minutes', parts.values) : t('hours', parts.values);
  };
}
