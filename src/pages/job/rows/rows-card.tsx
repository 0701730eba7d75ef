import { useMemo, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useFormatter, useTranslations } from 'use-intl';
import type { JobView } from '../../../jobs/ledger/use-jobs';
import type { JobLine } from '../../../jobs/results/job-lines';
import { rowsOnlyByFile } from '../../../jobs/results/job-story';
import { useJobWords } from '../../../jobs/results/job-words';
import { retryable, useOpenDrafts } from '../../../jobs/results/open-drafts';
import { keyName } from '../../../jobs/table/job-field';
import { outcomeKey } from '../../../jobs/table/row-reasons';
import type { JobRow } from '../../../storage/job-rows';
import type { Outcome } from '../../../storage/outcomes';
import { outcomes, outcomesThat } from '../../../storage/outcomes';
import { Button } from '../../../ui/form/button';
import { EditIcon } from '../../../ui/icons/later-icons';
import { Card } from '../../../ui/layout/card';
import { Tabs } from '../../../ui/layout/tabs';
import { showToast } from '../../../ui/overlay/toast';
import type { RecordsVisit } from '../../../url/records-visit';
import { recordsOfJob } from '../records-of-job';
import { JobRows, useLinesOf } from './job-rows';
import { ResultButtons } from './result-buttons';
import { RowDetails } from './row-details';
import styles from './rows.module.css';

/** The rows by outcome, each with its reason; and as files and drafts to use again. */
export function RowsCard({ view }: { view: JobView }) {
  const { job, calls } = view;
  const t = useTranslations('jobs');
  const format = useFormatter();
  const words = useJobWords(job);
  const openDrafts = useOpenDrafts(job, showToast);
  const navigate = useNavigate();
  // “Needs attention” is shown automatically when the job has ended, unless another tab was chosen.
  const [looked, setLooked] = useState<Shown | null>(null);
  const [open, setOpen] = useState<JobLine | null>(null);
  const { linesOf } = useLinesOf(job.id, open ? calls.filter(({ number }) => number === open.call) : []);
  const [placed, setPlaced] = useState<readonly Shown[]>([]);
  const shown = shownInPlace(job, placed);
  if (shown.length > placed.length) setPlaced(shown);
  const nameOf = (value: Shown) => (value === 'all' || value === 'trouble' ? t(value) : t(outcomeKey(value, job)));
  const value = looked ?? (job.open === 0 && rowsShown('trouble', job) > 0 ? 'trouble' : 'all');
  const wanted = useMemo(() => outcomesOf(value), [value]);
  const name = nameOf(value);
  const count = rowsShown(value, job);
  const retried = retriedOf(value, job, calls);
  const key = keyName(job.fields, job.update_by_fields) || 'none';
  const retry = async () => {
    const [startAt] = await openDrafts(calls, retried).catch((error: unknown): [] => {
      showToast({ kind: 'bad', title: t('rowsUnread'), text: String(error) });
      return [];
    });
    if (startAt === undefined) return;
    const state: RecordsVisit = { startAt };
    navigate(recordsOfJob(job), { state });
  };
  return (
    <Card
      title={t('rowsTitle')}
      className={styles.card}
      flush
      actions={
        <>
          {retried.size > 0 ? (
            <Button size="small" icon={<EditIcon />} tooltip={t('openDraftsTip', { key })} onClick={() => void retry()}>
              {t('openDrafts')}
            </Button>
          ) : null}
          <ResultButtons view={view} wanted={wanted} name={name} count={count} words={words} />
        </>
      }
    >
      <Tabs<Shown>
        label={t('outcomeColumn')}
        look="line"
        panelStop={false}
        value={value}
        onChange={setLooked}
        items={shown.map((each) => ({ value: each, label: nameOf(each), count: format.number(rowsShown(each, job)) }))}
      >
        <JobRows key={value} job={job} calls={calls} wanted={wanted} words={words} onOpen={setOpen} />
      </Tabs>
      {open ? (
        <RowDetails
          job={job}
          // As it is by now: a row may be decided while it is looked at.
          line={linesOf(open.call)?.find(({ line }) => line === open.line) ?? open}
          failure={calls[open.call - 1]?.failure ?? null}
          words={words}
          onClose={() => setOpen(null)}
        />
      ) : null}
    </Card>
  );
}

/** Which rows of a job are looked at: of one outcome, those that need a look, or all. */
type Shown = Outcome | 'trouble' | 'all';

const troubles = [...outcomesThat('needsLook')];

/**
 * The tabs in order: needs attention, all, then each outcome. While a page is open its tabs keep their place, also when empty, and new ones come last: a tab
 * about to be pressed does not move away.
 * @param placed the tabs shown so far; empty when it opens
 */
export function shownInPlace({ counts }: Pick<JobRow, 'counts'>, placed: readonly Shown[]): Shown[] {
  const needs = troubles.some((outcome) => counts[outcome] > 0);
  const now: Shown[] = [
    ...(needs ? (['trouble'] as const) : []),
    'all',
    ...outcomes.filter((each) => counts[each] > 0),
  ];
  return [...placed, ...now.filter((each) => !placed.includes(each))];
}

/** How many rows are looked at. */
export function rowsShown(shown: Shown, { counts, total }: Pick<JobRow, 'counts' | 'total'>): number {
  if (shown === 'all') return total;
  return shown === 'trouble'
    ? troubles.reduce((sum, outcome) => sum + (counts[outcome] ?? 0), 0)
    : (counts[shown] ?? 0);
}

/** Outcomes of the rows that are looked at; none: all of them. */
function outcomesOf(shown: Shown): ReadonlySet<Outcome> {
  if (shown === 'all') return new Set();
  return new Set(shown === 'trouble' ? troubles : [shown]);
}

/** Of the rows that are looked at, the outcomes of which some can be opened as drafts; none while the job has not ended. */
export function retriedOf(
  shown: Shown,
  { open, counts, update_type }: Pick<JobRow, 'open' | 'counts'> & Partial<Pick<JobRow, 'update_type'>>,
  calls: Parameters<typeof rowsOnlyByFile>[0],
): ReadonlySet<Outcome> {
  const wanted = outcomesOf(shown);
  // A record that was to be deleted is no change that could be fixed.
  if (open === 1 || update_type === 'delete') return new Set();
  const opened = { ...counts, invalid: counts.invalid + (counts.skipped ?? 0) - rowsOnlyByFile(calls) };
  return new Set([...retryable].filter((outcome) => opened[outcome] > 0 && (shown === 'all' || wanted.has(outcome))));
}
