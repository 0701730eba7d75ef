import type { JobView } from '../ledger/use-jobs';

/** Until when proof of a job is waited for, epoch milliseconds; 0 where none is. */
export function proofEnds({ job, calls }: JobView): number {
  const waited = calls.filter(({ state }) => state === 'accepted' || state === 'unanswered');
  return Math.max(job.proof_until, ...waited.map(({ proof_until }) => proof_until ?? 0));
}
