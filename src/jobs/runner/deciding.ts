import { askedForMs } from '../ledger/counts';
import type { Ledger } from '../ledger/ledger';

const renewMs = 10_000;

/**
 * Keeps a job from sending while a person decides whether to stop it: the number that is asked about would be wrong by the time of the answer.
 * @returns ends that; the job goes on unless it was ordered otherwise meanwhile
 */
export async function standStill(jobId: string, ledger: Pick<Ledger, 'ask'>): Promise<() => Promise<void>> {
  const ask = (): Promise<void> => ledger.ask(jobId, Date.now() + askedForMs);
  await ask();
  // A renewal that fails is as none: the job then goes on.
  const timer = setInterval(() => void ask().catch(() => {}), renewMs);
  return async () => {
    clearInterval(timer);
    await ledger.ask(jobId, 0);
  };
}
