import { useEffect } from 'react';
import { Link } from 'react-router-dom';
import { useFormatter, useTranslations } from 'use-intl';
import type { Id } from '../../../contract/ids';
import { isHeld, isWhole, jobNameKey, phaseOf, phaseTones } from '../../../jobs/ledger/job-state';
import { showJob } from '../../../jobs/ledger/unfinished-jobs';
import { type JobView, proofEnds, useJob, useJobs } from '../../../jobs/ledger/use-jobs';
import { linesOfJob } from '../../../jobs/results/job-lines';
import { goesOn, storyOf } from '../../../jobs/results/job-story';
import { outcomeEntries, outcomes, textKey } from '../../../jobs/results/outcomes';
import { undoable, undoneBy, useOnlyCreated } from '../../../jobs/undo/undo';
import type { Outcome } from '../../../storage/job-rows';
import { Badge } from '../../../ui/display/badge';
import { Countdown, TimeText } from '../../../ui/display/time-text';
import { VisuallyHidden } from '../../../ui/display/visually-hidden';
import { Button, buttonClass, IconButton } from '../../../ui/form/button';
import { useJoin } from '../../../ui/hooks/use-join';
import { useNow } from '../../../ui/hooks/use-time';
import { CloseIcon } from '../../../ui/icons/icons';
import { UndoIcon } from '../../../ui/icons/later-icons';
import { paths } from '../../../url/paths';
import styles from './sent-jobs-bar.module.css';
import type { SentJobs } from './use-sent-jobs';
import { markRecords } from './use-sent-jobs';

interface SentJobsBarProps {
  sent: SentJobs;
  onUndo(id: string): void;
  onLeave(): void;
}

/** What is known of the changes that were sent from here, job by job, latest first. */
export function SentJobsBar({ sent, onUndo, onLeave }: SentJobsBarProps) {
  const t = useTranslations('changes');
  return (
    <section aria-label={t('sent')}>
      <ul className={styles.jobs}>
        {sent.ids.toReversed().map((id, place) => (
          <SentJob
            key={id}
            id={id}
            latest={place === 0}
            onUndo={() => onUndo(id)}
            onDismiss={() => {
              sent.dismiss(id);
              onLeave();
            }}
          />
        ))}
      </ul>
    </section>
  );
}

interface SentJobProps {
  id: string;
  latest: boolean;
  onUndo(): void;
  onDismiss(): void;
}

/** One job that was sent from here, in the words of its page; nothing once it is deleted. */
function SentJob({ id, latest, onUndo, onDismiss }: SentJobProps) {
  const view = useJob(id);
  useEffect(() => {
    const hide = showJob(id);
    return () => {
      hide();
      markRecords(id, null);
    };
  }, [id]);
  useMarkedRows(id, view?.calls);
  // One that went well has been seen when the next one is sent.
  if (!view || (!latest && isWhole(view.job))) return null;
  return <JobOutcomes view={view} onUndo={onUndo} onDismiss={onDismiss} />;
}

function JobOutcomes({ view, onUndo, onDismiss }: { view: JobView } & Pick<SentJobProps, 'onUndo' | 'onDismiss'>) {
  const t = useTranslations('changes');
  const j = useTranslations('jobs');
  const format = useFormatter();
  const { job } = view;
  const phase = phaseOf(job, useNow());
  const ended = job.open === 0;
  const whole = isWhole(job);
  const onlyCreated = useOnlyCreated(view, 0) !== null;
  const undone = undoneBy(job.id, useJobs(job) ?? []);
  const counted = outcomes.filter((outcome) => job.counts[outcome] > 0);
  const written = counted.some((outcome) => undoable.has(outcome));
  const said = counted.map((outcome) => `${format.number(job.counts[outcome])} ${j(`outcome.${textKey(outcome)}`)}`);
  const name = j(`name.${jobNameKey(job)}`, { rows: job.total, table: job.table_name || job.table_id });
  return (
    <li className={styles.job} data-tone={!ended ? 'open' : whole ? 'good' : 'bad'}>
      {ended ? null : <Badge tone={phaseTones[phase]}>{j(`phase.${phase}`)}</Badge>}
      {counted.map((outcome, index) => (
        <Badge
          key={outcome}
          tone={outcomeEntries[outcome].tone}
          data-outcome={outcome}
          data-count={job.counts[outcome]}
        >
          {said[index]}
        </Badge>
      ))}
      <p className={styles.text}>{ended && !whole ? t('sentLook') : <Sentence view={view} />}</p>
      {/* Once, and only what became of it. */}
      <VisuallyHidden aria-live="polite">
        {ended ? j('endedText', { name, outcomes: said.join(' · ') }) : null}
      </VisuallyHidden>
      {ended && written ? (
        <Button
          kind="ghost"
          size="small"
          icon={<UndoIcon />}
          disabledReason={undone?.how === 'whole' ? j('cannotUndoTwice') : onlyCreated ? j('cannotUndoCreated') : null}
          onClick={onUndo}
        >
          {j('undo')}
        </Button>
      ) : null}
      <Link className={buttonClass({ size: 'small' })} to={paths.job({ env: job.environment, id: job.id })}>
        {t('openJob')}
      </Link>
      <IconButton size="small" label={t('dismiss')} icon={<CloseIcon size={14} />} onClick={onDismiss} />
    </li>
  );
}

/** What happens to the rows that are not decided, else what became of all of them. */
function Sentence({ view }: { view: JobView }) {
  const j = useTranslations('jobs');
  const join = useJoin();
  const now = useNow();
  const { job, calls } = view;
  if (job.open === 1 && job.hold && isHeld(job, now)) return j(`holds.${textKey(job.hold.reason)}`);
  const story = storyOf(job, calls, now);
  const part = story.find(({ key }) => goesOn.has(key)) ?? story[0];
  if (!part) return null;
  const until = phaseOf(job, now) === 'proving' ? proofEnds(view) : 0;
  return (
    <>
      {j.rich(`story.${part.key}`, {
        count: part.count,
        whys: join(part.whys.map(([why, count]) => j(`notSent.${why}`, { count }))),
        again: '',
        b: (chunks) => <b className="num">{chunks}</b>,
      })}{' '}
      {until > 0 ? (
        <span className={styles.until}>
          {j.rich('proofUntil', { until: '', left: '', t: () => <TimeText at={until} /> })}
          <Countdown until={until} over={j('proofOver')} />
        </span>
      ) : null}
    </>
  );
}

/** What is not proven is said on its row; what was never sent is a draft still, and looks like one. */
const marked: ReadonlySet<Outcome> = new Set(['differs', 'refused', 'unknown', 'accepted', 'sending', 'not-sent']);

/** Marks the rows of a job among the records as long as they are not proven. */
function useMarkedRows(id: string, calls: JobView['calls'] | undefined): void {
  const t = useTranslations('jobs');
  useEffect(() => {
    if (!calls) return;
    let current = true;
    const read = async (): Promise<void> => {
      const marks = new Map<Id, string>();
      for await (const lines of linesOfJob(id, calls, marked)) {
        for (const { item_id, result } of lines) {
          const key = textKey(result.outcome);
          const hint = t('saidMark', { outcome: t(`outcome.${key}`), hint: t(`hint.${key}`) });
          if (item_id !== null) marks.set(item_id, hint);
        }
      }
      if (current) markRecords(id, marks);
    };
    read().catch(() => {
      // Without the browser's database nothing is marked; the bar has said what is known.
    });
    return () => {
      current = false;
    };
  }, [id, calls, t]);
}
