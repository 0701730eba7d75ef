import type { BatchRow, JobRow, LeavingCall } from '../../storage/job-rows';
import { withRows } from './counts';

/** The calls of a job that may have been sent although their own rows say that they wait, by number. */
export function leavingCalls(job: Pick<JobRow, 'leaving'> | undefined): ReadonlyMap<number, LeavingCall> {
  return new Map(job?.leaving?.map((call) => [call.number, call]));
}

/** A call as it is: being sent, where it is among those that leave. */
export function asItLeaves(batch: BatchRow, leaving: LeavingCall | undefined): BatchRow {
  if (!leaving) return batch;
  const row = { outcome: 'sending' as const, reason: null };
  return {
    ...withRows(
      batch,
      batch.rows.map(() => row),
    ),
    ...leaving,
    state: 'sending',
    failure: null,
  };
}
