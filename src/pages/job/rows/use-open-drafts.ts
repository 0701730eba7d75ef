import { useNavigate } from 'react-router-dom';
import { useFormatter, useTranslations } from 'use-intl';
import { draftStore, nextSequence } from '../../../edits/draft-store';
import { stage } from '../../../edits/drafts';
import { keepKey, keptKey } from '../../../edits/kept-key';
import { newRecordsOf } from '../../../edits/new-records';
import type { CallSummary } from '../../../jobs/ledger/use-jobs';
import { fieldName } from '../../../jobs/results/job-field';
import { type JobLine, linesOfJob } from '../../../jobs/results/job-lines';
import type { JobRow, Outcome } from '../../../storage/job-rows';
import { useJoin } from '../../../ui/hooks/use-join';
import { showToast } from '../../../ui/overlay/toast';
import { paths } from '../../../url/paths';
import { notOpened, type OpenedRow, openedRow, overTwin, withoutCollisions } from './opened-rows';

/** Texts that did not fit and are told word by word; the others by their number. */
const mostNamed = 3;
/** Lines that are not opened and are named by their number; the others by theirs. */
const mostLines = 12;

/** Puts rows of a job back into the grid as unsent changes, to put right and send again on the usual way; then shows the table. */
export function useOpenDrafts(job: JobRow) {
  const t = useTranslations('jobs');
  const format = useFormatter();
  const join = useJoin();
  const navigate = useNavigate();
  const { environment, identity, table_id, update_by_fields } = job;
  const namesOf = (key: readonly string[]) => key.map((id) => fieldName(job.fields, id)).join(' + ');

  const sayUnfit = (rows: readonly OpenedRow[]): void => {
    const unfit = rows.flatMap((row) => row.unfit.map((id) => [row.line, id] as const));
    if (unfit.length === 0) return;
    const say = ([{ line, sent }, id]: readonly [JobLine, string]) =>
      t('unfitAt', { of: job.kind, line, field: fieldName(job.fields, id), text: String(sent[id]) });
    const named = unfit.slice(0, mostNamed).map(say).join(t('unfitBetween'));
    const text = t('unfitLeftText', { named, count: unfit.length, more: Math.max(0, unfit.length - mostNamed) });
    showToast({ kind: 'bad', title: t('unfitLeft', { count: unfit.length }), text, key: 'unfit-left' });
  };
  const sayLeft = (rows: readonly OpenedRow[], other: readonly string[]): void => {
    const left = rows.filter(({ why }) => why !== null);
    if (left.length === 0) return;
    const whys = notOpened.flatMap((why) => {
      const own = left.filter((row) => row.why === why);
      const count = own.length;
      const named = own.slice(0, mostLines).map(({ line: { line } }) => format.number(line));
      const lines = t('linesNamed', { of: job.kind, lines: join(named), count, more: Math.max(0, count - mostLines) });
      return count > 0
        ? [t(`rowsLeftWhy.${why}`, { lines, key: namesOf(update_by_fields), other: namesOf(other) })]
        : [];
    });
    const text = [...whys, t('rowsLeftText')].join(' ');
    showToast({ kind: 'bad', title: t('rowsLeft', { count: left.length }), text, key: 'rows-left' });
  };

  return async (calls: readonly CallSummary[], wanted: ReadonlySet<Outcome>): Promise<void> => {
    const read: JobLine[] = [];
    for await (const some of linesOfJob(job.id, calls, wanted)) read.push(...some);
    const twins = await twinsOf(read, job.id, calls);
    const lines = read.map((line) => {
      const twin = twins.get(line.result.twin ?? '');
      return twin ? overTwin(line, twin) : line;
    });
    const store = draftStore({ environment, identity, table_id });
    await store.settled();
    const own = new Set(lines.map((line) => openedRow(line, job, false).row));
    const { drafts } = store.read().history;
    const waiting = newRecordsOf(drafts).some(({ record }) => !own.has(record.item_id));
    const other = keptKey(environment, table_id);
    const opened = lines.map((line) => openedRow(line, job, waiting && !sameKey(other, update_by_fields)));
    const rows = withoutCollisions(opened, drafts);
    const edits = rows.flatMap((row) => row.edits);
    // A row that finds its record by the key of the job, or is created, does so by no other: under another key it might be created twice.
    if (rows.some(({ byKey, why }) => byKey && why === null)) keepKey(environment, table_id, update_by_fields);
    store.change((history) => stage(history, edits, nextSequence(history, Date.now())));
    await store.settled();
    sayUnfit(rows);
    sayLeft(rows, other);
    if (edits.length > 0) navigate(paths.records({ env: environment, space: job.space_id, table: table_id }));
  };
}

const mayHaveWritten: ReadonlySet<Outcome> = new Set<Outcome>(['verified', 'differs']);

/** The earlier rows that mean the same as some of these, by their lines, where they may have written. */
async function twinsOf(
  lines: readonly JobLine[],
  jobId: string,
  calls: readonly CallSummary[],
): Promise<Map<string, JobLine>> {
  const wanted = new Set(lines.flatMap(({ result }) => result.twin ?? []));
  const found = new Map<string, JobLine>();
  if (wanted.size === 0) return found;
  for await (const some of linesOfJob(jobId, calls, mayHaveWritten))
    for (const each of some) if (wanted.has(`${each.line}`)) found.set(`${each.line}`, each);
  return found;
}

function sameKey(one: readonly string[], other: readonly string[]): boolean {
  return one.length === 0 || [...one].sort().join() === [...other].sort().join();
}
