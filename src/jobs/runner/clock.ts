import { leastSetMs } from '../../api/wire/clock';
import type { BatchRow } from '../../storage/job-rows';
import type { Ledger } from '../ledger/ledger';
import type { RunningJob } from './running-job';

/**
 * By how many milliseconds a job comes from a time that has not come yet, as the clock was set back while nobody ran it; 0 where it does not.
 * @param now epoch milliseconds
 */
export function aheadOfClock({ watched }: RunningJob, now: number): number {
  const noted = [...watched].map(({ batch }) => Math.max(batch.sent_at ?? 0, batch.answered_at ?? 0));
  const ahead = Math.max(0, ...noted) - now;
  return ahead >= leastSetMs ? ahead : 0;
}

/**
 * Every wait of a job goes on for as long as it had left before the clock was set. Else one that is put right by a day would have a row given up that was
 * sent a second ago, or let it wait until tomorrow.
 * @param by milliseconds
 */
export function moveWaits(job: RunningJob, by: number): void {
  job.nextSlot += by;
  for (const call of job.watched) {
    call.batch = moved(call.batch, by);
    call.nextRead += by;
  }
  const { started_at, proof_until } = job.row;
  if (by < 0 && started_at !== null) job.row = { ...job.row, started_at: started_at + by };
  if (proof_until > 0) job.row = { ...job.row, proof_until: proof_until + by };
}

/** Keeps the times of a job that were moved. */
export async function keepMoved(ledger: Ledger, { row, watched }: RunningJob): Promise<void> {
  await ledger.save([...watched].map(({ batch }) => batch));
  if (row.started_at !== null) await ledger.start(row.id, row.started_at);
  if (row.proof_until > 0) await ledger.prolong(row.id, row.proof_until);
}

/** What was done is not before now by a clock that went back; by one that went ahead it may truly be so long ago, as a computer slept. */
function moved(batch: BatchRow, by: number): BatchRow {
  const { sent_at, answered_at, proof_until } = batch;
  const back = (at: number | null): number | null => (at === null ? null : at + Math.min(0, by));
  return {
    ...batch,
    sent_at: back(sent_at),
    answered_at: back(answered_at),
    proof_until: proof_until === null ? null : proof_until + by,
  };
}
