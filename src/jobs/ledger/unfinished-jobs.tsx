import { useTranslations } from 'use-intl';
import type { Owner } from '../../storage/draft-rows';
import type { JobRow } from '../../storage/job-rows';
import { jobNameKey } from '../table/job-state';

/** A job that is not done, and what of it is not. */
export interface UnfinishedJob
  extends Pick<JobRow, 'id' | 'kind' | 'update_type' | 'table_id' | 'table_name' | 'total'> {
  /** Rows that it will still send. */
  notSent: number;
  /** Rows that were sent, or may have been, and are not verified. */
  notVerified: number;
}

/** What of a job is not done; null where nothing is left to send or to prove. */
function unfinishedOf(job: JobRow): UnfinishedJob | null {
  const { id, kind, update_type, table_id, table_name, total, counts, open, order } = job;
  if (open === 0) return null;
  const notSent = order === 'stop' ? 0 : counts['not-sent'];
  const notVerified = counts.sending + counts.accepted + counts.unknown;
  if (notSent + notVerified === 0) return null;
  return { id, kind, update_type, table_id, table_name, total, notSent, notVerified };
}

/** The jobs of a key, or of every key, that are under way in any tab, paused and held ones among them, latest first; none where the browser denies its database. */
export async function unfinishedJobs(owner: Owner | null): Promise<UnfinishedJob[]> {
  try {
    // The browser database is loaded on first use: connecting does not need it.
    const [{ database }, { readJobs }] = await Promise.all([
      import('../../storage/database'),
      import('../../storage/stored-jobs'),
    ]);
    const jobs = owner
      ? database.jobs.where('[environment+identity+open]').equals([owner.environment, owner.identity, 1])
      : database.jobs.filter(({ open }) => open === 1);
    const latest = readJobs(await jobs.toArray()).sort((a, b) => b.created_at - a.created_at);
    return latest.flatMap((job) => unfinishedOf(job) ?? []);
  } catch {
    return [];
  }
}

/** More than this is not read before pressing. */
const listed = 5;

/** Unfinished jobs, listed in a confirmation before they stop: the name of each, and its rows that are not sent or not verified. */
export function UnfinishedJobs({ jobs }: { jobs: readonly UnfinishedJob[] }) {
  const t = useTranslations('jobs');
  const common = useTranslations('common');
  if (jobs.length === 0) return null;
  return (
    <ul>
      {jobs.slice(0, listed).map(({ id, notSent, notVerified, ...job }) => (
        <li key={id}>
          <b>{t(`name.${jobNameKey(job)}`, { rows: job.total, table: job.table_name || job.table_id })}</b>
          {common('colon')}
          {t('unfinished', {
            left: notSent === 0 ? 'verified' : notVerified === 0 ? 'sent' : 'both',
            sent: notSent,
            verified: notVerified,
          })}
        </li>
      ))}
      {jobs.length > listed ? <li>{t('moreUnfinished', { count: jobs.length - listed })}</li> : null}
    </ul>
  );
}

const shown = new Map<string, number>();

/** A page reports a job while it shows it, so that its end is not notified twice. @returns ends that */
export function showJob(id: string): () => void {
  shown.set(id, (shown.get(id) ?? 0) + 1);
  return () => {
    const left = (shown.get(id) ?? 1) - 1;
    if (left > 0) shown.set(id, left);
    else shown.delete(id);
  };
}

/** Whether a page of this tab shows a job. */
export function isJobShown(id: string): boolean {
  return shown.has(id);
}
