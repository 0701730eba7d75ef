import { askToPersist } from '../storage/keeping';
import { type NewJob, newJobId, type Plan, prepareJob } from './plan';
import { ledger } from './run-connection';

/** Writes a plan to the ledger as a new job; a tab with its key then sends it. @returns its id @throws when the browser refuses to keep it */
export async function createJob(plan: Plan, about: NewJob): Promise<string> {
  const now = Date.now();
  const id = newJobId(now);
  await ledger.create(await prepareJob(plan, about, id, now));
  // What is sent must be told from what is kept: the browser is asked not to drop it.
  void askToPersist();
  return id;
}
