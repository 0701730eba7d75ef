import type { Ledger } from './ledger';

/** A hidden tab may be woken once a minute only. A tab that is closed or killed while it asks keeps its job still for no longer than this. */
const leaseMs = 90_000;
const renewMs = 10_000;

/**
 * Keeps a job from sending while a person decides whether to stop it: the number that is asked about would be wrong by the time of the answer.
 * @returns ends that; the job goes on unless it was ordered otherwise meanwhile
 */
export async function standStill(jobId: string, ledger: Pick<Ledger, 'ask'>): Promise<() => Promise<void>> {
  const ask = (): Promise<void> => ledger.ask(jobId, Date.now() + leaseMs);
  await ask();
  // A renewal that fails is as none: the job then goes on.
  const timer = setInterval(() => void ask().catch(() => {}), renewMs);
  return async () => {
    clearInterval(timer);
    await ledger.ask(jobId, 0);
  };
}
