import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { useFormatter, useTranslations } from 'use-intl';
import type { Id } from '../../../contract/ids';
import type { CellPlace } from '../../../edits/drafts';
import type { SentCell, SentRecord } from '../../../edits/sent-cells';
import { activities, jobActivity, pauseOf } from '../../../jobs/ledger/job-activity';
import { showJob } from '../../../jobs/ledger/unfinished-jobs';
import { type JobView, proofEnds, useJob, useJobs } from '../../../jobs/ledger/use-jobs';
import { type JobLine, linesOfJob } from '../../../jobs/results/job-lines';
import { goesOn, storyOf } from '../../../jobs/results/job-story';
import { useJobWords } from '../../../jobs/results/job-words';
import { retryable, useOpenDrafts } from '../../../jobs/results/open-drafts';
import { differingFields, keyName } from '../../../jobs/table/job-field';
import { isWhole, jobNameKey } from '../../../jobs/table/job-state';
import { outcomeKey, textKey } from '../../../jobs/table/row-reasons';
import { undoable, undoKind, undoneBy, useOnlyCreated } from '../../../jobs/undo/undo';
import type { JobField } from '../../../storage/job-rows';
import { outcomeEntries, outcomes } from '../../../storage/outcomes';
import { Badge } from '../../../ui/display/badge';
import { Countdown } from '../../../ui/display/countdown';
import { NextTry } from '../../../ui/display/retrying-notice';
import { TimeText } from '../../../ui/display/time-text';
import { Button, buttonClass, IconButton } from '../../../ui/form/button';
import { useJoin } from '../../../ui/hooks/use-phrases';
import { useNow } from '../../../ui/hooks/use-time';
import { CloseIcon } from '../../../ui/icons/icons';
import { EditIcon, RedoIcon, UndoIcon } from '../../../ui/icons/later-icons';
import { showToast } from '../../../ui/overlay/toast';
import { useShortcuts } from '../../../ui/shortcuts/shortcuts';
import { paths } from '../../../url/paths';
import { leadsToCells } from '../leads-to-cells';
import { usePageCommand } from '../page-commands';
import { CreatedRecord, type CreatedRecords } from './created-record';
import styles from './sent-jobs-bar.module.css';
import { tellSent } from './sent-values';
import type { SentJobs } from './use-sent-jobs';

interface SentJobsBarProps {
  sent: SentJobs;
  created: CreatedRecords;
  onUndo(id: string): void;
  /** Rows of a job are unsent changes again; the first cell of them. */
  onReopened(cell: CellPlace): void;
  onLeave(): void;
}

/** What is known of the changes that were sent from here, job by job, latest first. */
export function SentJobsBar({ sent, created, onUndo, onReopened, onLeave }: SentJobsBarProps) {
  const t = useTranslations('changes');
  const bar = useRef<HTMLElement>(null);
  useShortcuts({
    notifications(event) {
      const first = bar.current?.querySelector<HTMLElement>('button, a');
      if (!first) return;
      event.preventDefault();
      first.focus();
    },
  });
  const latest = sent.ids.at(-1);
  const job = (id: string) => (
    <SentJob
      key={id}
      id={id}
      isLatest={id === latest}
      isHidden={sent.hidden.has(id)}
      isFresh={sent.fresh.has(id)}
      isReopened={sent.reopened.has(id)}
      created={created}
      onUndo={() => onUndo(id)}
      onReopen={(first, isAll) => {
        if (isAll) sent.dismiss(id);
        else sent.reopen(id);
        onReopened(first);
      }}
      onDismiss={() => {
        sent.dismiss(id);
        onLeave();
      }}
    />
  );
  return (
    <section
      ref={bar}
      aria-label={t('sent')}
      onKeyDown={(event) => {
        if (leadsToCells(event)) onLeave();
      }}
    >
      <ul className={styles.jobs}>{sent.ids.toReversed().map(job)}</ul>
    </section>
  );
}

interface SentJobProps {
  id: string;
  isLatest: boolean;
  /** The user has seen the result. */
  isHidden: boolean;
  /** It was sent since the table was opened. */
  isFresh: boolean;
  /** Its new rows that created no record are unsent changes again. */
  isReopened: boolean;
  created: CreatedRecords;
  onUndo(): void;
  /** Of its rows that are unsent changes again the first cell, and whether it has nothing more to say. */
  onReopen(first: CellPlace, isAll: boolean): void;
  onDismiss(): void;
}

/** One job that was sent from here, in the words of its page; nothing once it is deleted. */
function SentJob({ id, isLatest, isHidden, isFresh, isReopened, created, ...on }: SentJobProps) {
  const followed = useJob(id);
  // The page of the job says that it cannot be read.
  const view = followed === 'unreadable' ? null : followed;
  useEffect(() => {
    const hide = isHidden ? null : showJob(id);
    return () => {
      hide?.();
      tellSent(id, null);
    };
  }, [id, isHidden]);
  const { why, uncreated } = useSentRows(view, isHidden);
  const [wentWell, setWentWell] = useState<boolean | null>(null);
  if (view && wentWell === null) setWentWell(!isFresh && isWhole(view.job));
  // One that went well has been seen when the next one is sent, and when the table is opened again.
  if (!view || isHidden || wentWell || (!isLatest && isWhole(view.job))) return null;
  return (
    <JobOutcomes
      view={view}
      isLatest={isLatest}
      why={why}
      uncreated={uncreated && !isReopened}
      created={isFresh ? created : null}
      {...on}
    />
  );
}

interface JobOutcomesProps extends Pick<SentJobProps, 'isLatest' | 'onUndo' | 'onReopen' | 'onDismiss'> {
  view: JobView;
  /** The reason that all its rows share that are not verified; null where there are several. */
  why: string | null;
  /** It has new rows that created no record, so no cell shows their values, and that were not opened again. */
  uncreated: boolean;
  /** How its new records are shown; null where that is not due any more. */
  created: CreatedRecords | null;
}

function JobOutcomes({ view, isLatest, why, uncreated, created, onUndo, onReopen, onDismiss }: JobOutcomesProps) {
  const t = useTranslations('changes');
  const j = useTranslations('jobs');
  const format = useFormatter();
  const join = useJoin();
  const { job } = view;
  const activity = jobActivity(job, useNow());
  const ended = job.open === 0;
  const whole = isWhole(job);
  const onlyCreated = useOnlyCreated(view, 1);
  const newId = whole ? (onlyCreated?.records[0]?.item_id ?? null) : null;
  const undone = undoneBy(job.id, useJobs(job) ?? []);
  const redoes = undoKind(job) === 'redo';
  const counted = outcomes.filter((outcome) => job.counts[outcome] > 0);
  const written = counted.some((outcome) => undoable.has(outcome));
  const stays =
    undone?.how === 'whole'
      ? j(redoes ? 'cannotRedoTwice' : 'cannotUndoTwice')
      : onlyCreated !== null
        ? j('cannotUndoCreated')
        : null;
  usePageCommand(redoes ? 'redoJob' : 'undoJob', isLatest && ended && written && stays === null ? onUndo : null);
  const said = counted.map((outcome) => `${format.number(job.counts[outcome])} ${j(outcomeKey(outcome, job))}`);
  const key = keyName(job.fields, job.update_by_fields) || 'none';
  const openDrafts = useOpenDrafts(job, showToast);
  const retry = async () => {
    const opened = await openDrafts(view.calls, retryable, isUncreated);
    if (opened[0] !== undefined) onReopen(opened[0], isAllReopened(job, opened.length));
  };
  const name = j(`name.${jobNameKey(job)}`, { rows: job.total, table: job.table_name || job.table_id });
  return (
    <li className={styles.job} data-tone={!ended ? 'open' : whole ? 'good' : 'bad'}>
      {ended ? null : <Badge tone={activities[activity].tone}>{j(`activity.${activity}`)}</Badge>}
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
      <p className={styles.text}>
        {ended && !whole ? (
          (why ?? t('sentLook'))
        ) : ended && job.undoes !== null ? (
          t(redoes ? 'undid' : 'redid', { count: job.total, fields: join(job.fields.map((field) => field.name)) })
        ) : (
          <Sentence view={view} />
        )}
      </p>
      {/* Once, and only what became of it. */}
      <span className="visually-hidden" aria-live="polite">
        {ended ? j('endedText', { name, outcomes: said.join(' · ') }) : null}
      </span>
      {created && newId !== null ? (
        <CreatedRecord id={newId} count={onlyCreated?.count ?? 1} created={created} />
      ) : null}
      {ended && uncreated ? (
        <Button size="small" icon={<EditIcon />} tooltip={j('openDraftsTip', { key })} onClick={() => void retry()}>
          {j('openDrafts')}
        </Button>
      ) : null}
      {ended && written ? (
        <Button
          kind="ghost"
          size="small"
          icon={redoes ? <RedoIcon /> : <UndoIcon />}
          disabledReason={stays}
          onClick={onUndo}
        >
          {j(redoes ? 'redo' : 'undo')}
        </Button>
      ) : null}
      <Link className={buttonClass({ size: 'small' })} to={paths.job({ env: job.environment, id: job.id })}>
        {t('openJob')}
      </Link>
      <IconButton
        size="small"
        className={styles.dismiss}
        label={t('dismiss')}
        icon={<CloseIcon size={14} />}
        onClick={onDismiss}
      />
    </li>
  );
}

/** The state of undecided rows, otherwise the result of all. */
function Sentence({ view }: { view: JobView }) {
  const j = useTranslations('jobs');
  const join = useJoin();
  const now = useNow();
  const { job, calls } = view;
  const pause = job.open === 1 ? pauseOf(job, now) : null;
  if (pause?.by === 'hold') {
    const { reason, until } = pause.hold;
    const held = j(`holds.${textKey(reason)}`);
    if (until === null) return held;
    return (
      <>
        {held} · <NextTry failing={{ retryAt: () => until }} />
      </>
    );
  }
  const story = storyOf(job, calls, now);
  const part = story.find(({ key }) => goesOn.has(key)) ?? story[0];
  if (!part) return null;
  const until = jobActivity(job, now) === 'proving' ? proofEnds(view) : 0;
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

/** Whether the bar of an ended job has nothing more to say or to undo once so many of its rows are unsent changes again. */
export function isAllReopened({ counts }: Pick<JobView['job'], 'counts'>, opened: number): boolean {
  const others = outcomes.filter((outcome) => !['verified', 'no-change'].includes(outcome));
  return (
    !outcomes.some((outcome) => undoable.has(outcome) && counts[outcome] > 0) &&
    // Jobs of earlier consoles do not count each outcome.
    others.reduce((sum, outcome) => sum + (counts[outcome] ?? 0), 0) === opened
  );
}

/** Whether a row was to create a record and did not, so that it can only be opened again. */
function isUncreated({ item_id, result }: JobLine): boolean {
  return item_id === null && retryable.has(result.outcome);
}

/** What is known of the rows of a job. */
type SentRows = Pick<JobOutcomesProps, 'why' | 'uncreated'>;

/** Shows the records page what a job has written, cell by cell, until it is verified. */
function useSentRows(view: JobView | null | undefined, isHidden: boolean): SentRows {
  const [known, setKnown] = useState<SentRows>({ why: null, uncreated: false });
  const t = useTranslations('jobs');
  const { job, calls } = view ?? { job: null, calls: null };
  const id = job?.id ?? null;
  const at = job?.created_at ?? 0;
  const isOpen = job?.open === 1;
  const whole = job !== null && job !== undefined && isWhole(job);
  const words = useJobWords(job ?? noJob);
  const fields = (job ?? noJob).fields;
  useEffect(() => {
    if (id === null || !calls) return;
    // Cell notes disappear with their bar, and return with it.
    void isHidden;
    let current = true;
    const read = async (): Promise<void> => {
      const records = new Map<Id, SentRecord>();
      const reasons = new Set<string>();
      let uncreated = false;
      const failures = new Map(calls.map((call) => [call.number, call.failure]));
      for await (const lines of linesOfJob(id, calls, new Set())) {
        for (const line of lines) {
          const { item_id, result } = line;
          if (result.outcome === 'no-change') continue;
          const outcome = words.outcome(result);
          const hint = words.reason(line, failures.get(line.call));
          if (result.outcome !== 'verified') reasons.add(hint);
          uncreated ||= isUncreated(line);
          if (item_id === null) continue;
          records.set(item_id, cellsOf(line, t('saidMark', { outcome, hint }), isOpen, fields));
        }
      }
      if (!current) return;
      tellSent(id, { at, isWhole: whole, records });
      const [only = null] = reasons;
      setKnown({ why: reasons.size === 1 ? only : null, uncreated });
    };
    read().catch(() => {
      // Without the browser's database nothing is marked; the bar has reported what is known.
    });
    return () => {
      current = false;
    };
  }, [id, at, isOpen, isHidden, whole, calls, fields, words, t]);
  return known;
}

/** Before the job is read. */
const noJob: Parameters<typeof useJobWords>[0] = {
  order: 'run',
  fields: [],
  update_type: 'update',
  update_by_fields: [],
};

/** What is known of each value that a row wrote; where some were read back as sent, those are verified. */
export function cellsOf(line: JobLine, said: string, isOpen: boolean, fields: readonly JobField[]): SentRecord {
  const { sent, before, result } = line;
  const { outcome } = result;
  const differing = new Set(differingFields(line, fields));
  const isWritten = (id: string) => outcome === 'verified' || (differing.size > 0 && !differing.has(id));
  const isPending = isOpen && !['refused', 'differs', 'invalid'].includes(outcome);
  const canRetry = !isPending && outcomeEntries[outcome].canRetry;
  return new Map(
    Object.entries(sent).map(([field_id, after]): [string, SentCell | null] => [
      field_id,
      isWritten(field_id)
        ? null
        : {
            before: before?.[field_id],
            after,
            ...(differing.has(field_id) ? { held: { value: result.now?.[field_id] } } : {}),
            outcome,
            said,
            isPending,
            canRetry,
          },
    ]),
  );
}
