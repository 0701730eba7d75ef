import { isAsked, isHeld } from '../counts';
import type { RunnerPorts, RunnerState, RunningJob, Tuning } from './state';

/** Whether calls of a job may leave now: nobody ordered otherwise, nothing holds it up, and it is known what became of what was sent before. */
export function mayStillSend(state: RunnerState, job: RunningJob, now: number): boolean {
  if (state.stopping || state.blind || state.fault !== null || state.unreadOrders > 0) return false;
  return job.row.order === 'run' && !isHeld(job.row, now) && !isAsked(job.row, now);
}

/**
 * Waits until a connection is free for a call that the ledger knows of: from that moment on nothing may come between it and the wire.
 * @returns false when it may not leave any more, as somebody stopped its job or an earlier call failed; it was never sent then
 */
export function takeConnection(
  state: RunnerState,
  ports: RunnerPorts,
  tuning: Tuning,
  job: RunningJob,
): Promise<boolean> {
  return new Promise((resolve) => {
    state.atGate.push({ job, resolve });
    openGate(state, ports, tuning);
  });
}

/** A call has its answer: the next one takes its connection at once. */
export function freeConnection(state: RunnerState, ports: RunnerPorts, tuning: Tuning): void {
  state.onWire -= 1;
  openGate(state, ports, tuning);
}

/** Lets calls leave in their order, as many as there are connections for, and calls those back that may leave no more. */
export function openGate(state: RunnerState, { clock }: RunnerPorts, { callsOnWire }: Tuning): void {
  // Something was ordered and is not read yet: it may be about these.
  if (state.unreadOrders > 0 || state.atGate.length === 0) return;
  const now = clock.now();
  for (const call of state.atGate.splice(0)) {
    if (!mayStillSend(state, call.job, now)) call.resolve(false);
    else if (state.onWire >= callsOnWire) state.atGate.push(call);
    else {
      state.onWire += 1;
      call.resolve(true);
    }
  }
}
