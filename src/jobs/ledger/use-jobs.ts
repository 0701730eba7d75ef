import { Dexie } from 'dexie';
import { useCallback } from 'react';
import type { Id } from '../../contract/ids';
import { type Json, sameJson } from '../../contract/json';
import { createStore, type Store, useSubscription } from '../../state/store';
import { jobNews } from '../../storage/change-broadcast';
import { type ConsoleDatabase, database } from '../../storage/database';
import type { Owner } from '../../storage/draft-rows';
import type { BatchRow, JobRow } from '../../storage/job-rows';
import { canBeVerifiedAgain } from '../../storage/outcomes';
import { decodeBatch, decodeJob, readJobs } from '../../storage/stored-jobs';
import { UnreadableError } from '../../storage/stored-values';
import { type NotSentWhy, whyNotSent } from '../table/row-reasons';

const gatherMs = 250;
/** Where tabs cannot notify each other, they poll. */
const lookMs = 3000;
const shownJobs = 500;

/** Calls the listener soon after jobs changed, in any tab, at most four times a second; and now and then. @returns the way to stop */
export function onJobNews(listener: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const soon = (): void => {
    timer ??= setTimeout(() => {
      timer = undefined;
      listener();
    }, gatherMs);
  };
  const stopHearing = jobNews.hear(soon);
  const look = setInterval(listener, lookMs);
  return () => {
    stopHearing();
    clearInterval(look);
    clearTimeout(timer);
  };
}

const openJobs = new Map<string, Store<readonly JobRow[] | null>>();

/**
 * Calls the listener with the open jobs of a key: now, as soon as a job is created or commanded, and soon after each change; with none where the browser denies
 * its database. However many listen, the jobs are read once.
 * @returns unsubscribes
 */
export function watchOpenJobs(owner: Owner, listener: (jobs: readonly JobRow[]) => void): () => void {
  const name = JSON.stringify([owner.environment, owner.identity]);
  const store = openJobs.get(name) ?? openJobsStore(owner);
  openJobs.set(name, store);
  const tell = (): void => {
    const jobs = store.get();
    if (jobs) listener(jobs);
  };
  const stop = store.subscribe(tell);
  tell();
  return stop;
}

/** The open jobs of a key, read while there are listeners. Every step of a job changes its row: a live query would run hundreds of times a second. */
function openJobsStore({ environment, identity }: Owner): Store<readonly JobRow[] | null> {
  const store = createStore<readonly JobRow[] | null>(null, () => {
    let current = true;
    const read = (): void => {
      database.jobs
        .where('[environment+identity+open]')
        .equals([environment, identity, 1])
        .toArray()
        .catch(() => [])
        .then((rows) => {
          if (current) store.set(readJobs(rows));
        });
    };
    read();
    const stopNews = onJobNews(read);
    const stopOrders = jobNews.hear(({ about }) => {
      if (about === 'order') read();
    });
    return () => {
      current = false;
      store.set(null);
      stopNews();
      stopOrders();
    };
  });
  return store;
}

/** Jobs of a key, latest first; undefined while they are read, null where the browser denies its database. */
export function useJobs({ environment, identity }: Owner): JobRow[] | undefined | null {
  const listen = useCallback(
    (tell: (jobs: JobRow[] | null) => void) => {
      const read = (): void => {
        jobsOf(database, { environment, identity }, shownJobs)
          .catch(() => null)
          .then(tell);
      };
      read();
      return onJobNews(read);
    },
    [environment, identity],
  );
  return useSubscription(listen);
}

/** The last jobs of a key that this version can read, latest first. */
async function jobsOf(db: ConsoleDatabase, { environment, identity }: Owner, most: number): Promise<JobRow[]> {
  const rows = await db.jobs
    .where('[environment+identity+created_at]')
    .between([environment, identity, Dexie.minKey], [environment, identity, Dexie.maxKey])
    .reverse()
    .limit(most)
    .toArray();
  return readJobs(rows);
}

/** Calls come with their rows, which are left behind at once: a job may have a million. */
const readAtOnce = 500;

/** A call without its rows: small enough to hold ten thousand of them. */
export interface CallSummary extends Omit<BatchRow, 'rows'> {
  /** Rows. */
  size: number;
  /** Of the verified ones, those that created their record, and those for which that is unknown. */
  created: number;
  unsure: number;
  /** Rows that may be found to be something else when they are read again. */
  verifiable: number;
  /** Of the rows that the check skipped, how many for which reason. */
  whys: Partial<Record<NotSentWhy, number>>;
}

export interface JobView {
  job: JobRow;
  /** Ascending by number; replaced when any of them changed. */
  calls: readonly CallSummary[];
}

/** Reads a job again and again, each time only the calls that changed since. It throws an `UnreadableError` where this version cannot read the job, or one of its calls. */
export function createJobReader(id: string, db: ConsoleDatabase = database): () => Promise<JobView | null> {
  let calls: CallSummary[] = [];
  let changed = 0;
  return async () => {
    const next = [...calls];
    let upto = changed;
    const row = await db.transaction('r', db.jobs, db.batches, async () => {
      for (let full = true; full; ) {
        const news = await db.batches
          .where('[job_id+changed]')
          .between([id, upto], [id, Dexie.maxKey], false, true)
          .limit(readAtOnce)
          .toArray();
        for (const call of news.map(decodeBatch)) {
          next[call.number - 1] = summaryOf(call);
          upto = call.changed;
        }
        full = news.length === readAtOnce;
      }
      return db.jobs.get(id);
    });
    if (!row) return null;
    const job = decodeJob(row);
    // A call that is missing, or whose place cannot be read, has left a gap.
    if (rowsIn(next) !== job.total) throw new UnreadableError(`A call of job ${id} is missing.`);
    if (upto !== changed) {
      calls = next;
      changed = upto;
    }
    return { job, calls };
  };
}

function rowsIn(calls: readonly CallSummary[]): number {
  return calls.reduce((rows, { size }) => rows + size, 0);
}

/** A call without its rows, and what they add up to. */
export function summaryOf({ rows, ...call }: BatchRow): CallSummary {
  const created = rows.filter((row) => row.created && row.outcome === 'verified').length;
  const unsure = rows.filter((row) => row.unsure && row.outcome === 'verified').length;
  const verifiable = rows.filter(canBeVerifiedAgain).length;
  const whys: CallSummary['whys'] = {};
  for (const { outcome, reason } of call.state === 'left-out' ? rows : [])
    if (outcome === 'invalid' || outcome === 'skipped') whys[whyNotSent(reason)] = (whys[whyNotSent(reason)] ?? 0) + 1;
  return { ...call, size: rows.length, created, unsure, verifiable, whys };
}

/** A job with its calls; `unreadable` where this version cannot read it, null when this browser has none of that id. */
export type FollowedJob = JobView | 'unreadable' | null;

/** A job, live over all tabs; undefined while it is read. */
export function useJob(id: string): FollowedJob | undefined {
  return useSubscription(useCallback((tell: (view: FollowedJob) => void) => followJob(id, tell), [id]));
}

/** Tells a job with its calls now, and whenever they are others. @returns a function that ends it */
export function followJob(id: string, tell: (view: FollowedJob) => void): () => void {
  const reader = createJobReader(id);
  let last: FollowedJob | undefined;
  let ended = false;
  let reading = false;
  let again = false;
  const read = async (): Promise<void> => {
    again = reading;
    if (reading) return;
    reading = true;
    const next = await reader().catch((error) => (error instanceof UnreadableError ? 'unreadable' : null));
    reading = false;
    if (ended) return;
    if (!isSameView(last, next)) {
      last = next;
      tell(next);
    }
    if (again) void read();
  };
  void read();
  const stop = onJobNews(() => void read());
  return () => {
    ended = true;
    stop();
  };
}

function isSameView(last: FollowedJob | undefined, next: FollowedJob): boolean {
  if (!last || !next || last === 'unreadable' || next === 'unreadable') return last === next;
  return last.calls === next.calls && sameJob(last.job, next.job);
}

/** Its filter may hold integers of any size. */
function sameJob(a: JobRow, b: JobRow): boolean {
  return a.changes === b.changes && sameJson(a as unknown as Json, b as unknown as Json);
}

/** Jobs that are looked through, the newest first. */
const looked = 100;

/**
 * How the last jobs of a table matched records, newest first, each once: `item_id` only, or the fields of a key. Drafts always have an ID, so that for them
 * only a key counts.
 */
export async function lastKeys(owner: Owner, table_id: Id, db: ConsoleDatabase = database): Promise<string[][]> {
  const keys = (await jobsOf(db, owner, looked))
    .filter((job) => job.table_id === table_id && (job.kind === 'import' || job.update_type === 'upsert'))
    .map(({ update_by_fields }) => (update_by_fields.length > 0 ? update_by_fields : ['item_id']));
  return [...new Map(keys.map((key) => [JSON.stringify([...key].sort()), key])).values()];
}

/** Until when proof of a job is waited for, epoch milliseconds; 0 where none is. */
export function proofEnds({ job, calls }: JobView): number {
  const waited = calls.filter(({ state }) => state === 'accepted' || state === 'unanswered');
  return Math.max(job.proof_until, ...waited.map(({ proof_until }) => proof_until ?? 0));
}

/** Jobs that still have something to do first, then the latest. */
export function jobsInOrder<Job extends Pick<JobRow, 'open' | 'created_at'>>(jobs: readonly Job[]): Job[] {
  return [...jobs].sort((a, b) => b.open - a.open || b.created_at - a.created_at);
}
