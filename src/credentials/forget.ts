import { connectionFor, forgetConnection } from './connection';
import { forgetProviderSession } from './provider-session';
import { removeConnection } from './saved-connections';

/** What of a key is kept in this browser beside the key itself. */
export interface Belongings {
  drafts: number;
  jobs: number;
}

// The browser database is loaded when it is asked for: the way in does not need it.
const rooms = () => Promise.all([import('../storage/database'), import('../storage/keeping')]);

/** What goes with the key of an environment when it is forgotten; zeros where the browser denies its database. */
export async function belongingsOf(environment: string): Promise<Belongings> {
  const identity = connectionFor(environment)?.client.identity;
  if (!identity) return { drafts: 0, jobs: 0 };
  try {
    const [{ database }] = await rooms();
    const mine = { environment, identity };
    const [drafts, jobs] = await Promise.all([database.drafts.where(mine).count(), database.jobs.where(mine).count()]);
    return { drafts, jobs };
  } catch {
    return { drafts: 0, jobs: 0 };
  }
}

/**
 * Ends the key of an environment and the secrets of a provider in every tab, and deletes from this browser its drafts, before-images, jobs, and the name
 * that it is remembered by.
 */
export async function forgetEverything(environment: string): Promise<void> {
  const identity = connectionFor(environment)?.client.identity;
  forgetProviderSession(environment);
  const forgotten = forgetConnection(environment);
  if (!identity) return forgotten;
  removeConnection({ environment, identity });
  const [, { wipe }] = await rooms();
  await Promise.all([forgotten, wipe(environment, identity)]);
}
