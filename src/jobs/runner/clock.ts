import { leastSetMs } from '../../api/clock-set';
import type { BatchRow } from '../../storage/job-rows';
import type { RunnerPorts, RunnerState, RunningJob } from './state';

/**
 * Every wait goes on for as long as it had left before the clock was set. Else one that is put right by a day would have a row given up that was sent a
 * second ago, or let it wait until tomorrow.
 */
export async function goWithClock(state: RunnerState, ports: RunnerPorts, by: number): Promise<void> {
  for (const job of state.jobs.values()) await moveWaits(job, ports, by);
}

/** A job from a time that has not come yet: the clock was set back while nobody ran it. */
export async function goWithOlderClock(job: RunningJob, ports: RunnerPorts): Promise<void> {
  const noted = [...job.unproven].map(({ batch }) => Math.max(batch.sent_at ?? 0, batch.answered_at ?? 0));
  const ahead = Math.max(0, ...noted) - ports.clock.now();
  if (ahead >= leastSetMs) await moveWaits(job, ports, -ahead);
}

async function moveWaits(job: RunningJob, { ledger }: RunnerPorts, by: number): Promise<void> {
  job.nextSlot += by;
  for (const unproven of job.unproven) {
    unproven.batch = moved(unproven.batch, by);
    unproven.nextRead += by;
  }
  await ledger.save([...job.unproven].map(({ batch }) => batch));
  const { id, started_at, proof_until } = job.row;
  if (by < 0 && started_at !== null) {
    job.row = { ...job.row, started_at: started_at + by };
    await ledger.start(id, started_at + by);
  }
  if (proof_until > 0) {
    job.row = { ...job.row, proof_until: proof_until + by };
    await ledger.prolong(id, proof_until + by);
  }
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
