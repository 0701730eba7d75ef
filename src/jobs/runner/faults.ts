import * as v from 'valibot';
import { createStore } from '../../state/store';
import { createNews } from '../../storage/change-broadcast';
import type { Owner } from '../../storage/draft-rows';
import type { JobHold } from '../../storage/job-rows';
import type { Ledger } from '../ledger/ledger';

/** After a fault of the browser's database, or of this console, the run of jobs begins anew, milliseconds. */
export const restartMs = 5000;

/** The run of jobs has ended by an error, and begins anew at a time (epoch milliseconds). */
const faultNews = createNews('job-faults', v.object({ message: v.string(), until: v.number() }));

/** Why jobs make no progress, where that could not be stored with them: the last fault in any tab; its hold is over at its time. */
export const jobFault = createStore<JobHold | null>(null, () => faultNews.hear(tellFault));

function tellFault({ message, until }: { message: string; until: number }): void {
  jobFault.set({ reason: 'fault', message, code: null, trace_id: null, since: until - restartMs, until });
}

/**
 * Tells that the run of the jobs of a key has ended by an error, and begins anew in a moment: each open job is held until then, in whichever tab it is looked at.
 * Nothing is lost, as every step is stored before the next.
 * @param now epoch milliseconds
 */
export async function holdForFault(
  { openJobs, hold }: Pick<Ledger, 'openJobs' | 'hold'>,
  owner: Owner,
  error: unknown,
  now: number,
): Promise<void> {
  const message = error instanceof Error ? error.message : String(error);
  const until = now + restartMs;
  faultNews.tell({ message, until }, 'also-here');
  const why: JobHold = { reason: 'fault', message, code: null, trace_id: null, since: now, until };
  try {
    for (const job of await openJobs(owner)) if (job.hold === null) await hold(job.id, why);
  } catch {
    // A full or closed database keeps no hold either: what was told has to do.
  }
}
