import { isAsked, isHeld } from '../ledger/job-state';
import type { Runner } from './runner';
import type { RunningJob } from './running-job';

/** Whether calls of a job may leave now: nobody ordered otherwise, nothing holds it up, and it is known what became of what was sent before. */
export function mayLeave(runner: Runner, { row }: RunningJob): boolean {
  const { stopping, blind, fault, unreadOrders } = runner;
  if (stopping || blind || fault !== null || unreadOrders > 0) return false;
  const now = runner.now();
  return row.order === 'run' && !isHeld(row, now) && !isAsked(row, now);
}

/**
 * Waits until a connection is free for a call that the ledger knows of: from that moment on nothing may come between it and the wire.
 * @returns false when it may not leave any more, as somebody stopped its job or an earlier call failed; it was never sent then
 */
export function takeConnection(runner: Runner, job: RunningJob): Promise<boolean> {
  return new Promise((resolve) => {
    runner.atGate.push({ job, resolve });
    openGate(runner);
  });
}

/** A call has its answer: the next one takes its connection at once. */
export function freeConnection(runner: Runner): void {
  runner.onWire -= 1;
  openGate(runner);
}

/** Lets calls leave in their order, as many as there are connections for, and calls those back that may leave no more. */
export function openGate(runner: Runner): void {
  // Something was ordered and is not read yet: it may be about these.
  if (runner.unreadOrders > 0 || runner.atGate.length === 0) return;
  for (const call of runner.atGate.splice(0)) {
    if (!mayLeave(runner, call.job)) call.resolve(false);
    else if (runner.onWire >= runner.tuning.callsOnWire) runner.atGate.push(call);
    else {
      runner.onWire += 1;
      call.resolve(true);
    }
  }
}
