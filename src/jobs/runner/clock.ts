import { leastSetMs } from '../../api/clock-set';
import type { BatchRow } from '../../storage/job-rows';
import type { Ledger } from '../ledger';
import type { Runner, RunningJob } from './state';

/**
 * Every wait goes on for as long as it had left before the clock was set. Else one that is put right by a day would have a row given up that was sent a
 * second ago, or let it wait until tomorrow.
 */
export function goWithClock(runner: Runner, by: number): void {
  for (const job of runner.jobs.values()) moveWaits(runner, job, by);
}

/** A job from a time that has not come yet: the clock was set back while nobody ran it. */
export function goWithOlderClock(runner: Runner, job: RunningJob): void {
  const noted = [...job.watched].map(({ batch }) => Math.max(batch.sent_at ?? 0, batch.answered_at ?? 0));
  const ahead = Math.max(0, ...noted) - runner.now();
  if (ahead >= leastSetMs) moveWaits(runner, job, -ahead);
}

function moveWaits(runner: Runner, job: RunningJob, by: number): void {
  job.nextSlot += by;
  for (const call of job.watched) {
    call.batch = moved(call.batch, by);
    call.nextRead += by;
  }
  const { started_at, proof_until } = job.row;
  if (by < 0 && started_at !== null) job.row = { ...job.row, started_at: started_at + by };
  if (proof_until > 0) job.row = { ...job.row, proof_until: proof_until + by };
  void runner.inBackground(keepMoved(runner.ports.ledger, job));
}

async function keepMoved(ledger: Ledger, { row, watched }: RunningJob): Promise<void> {
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
