import { forgetConnection } from './connection';
import { forgetProviderSession } from './provider-session';

const locked = new Set<string>();

/**
 * Takes the key of an environment, and a provider's secrets, out of every tab: whoever goes on enters the key again. Drafts and jobs stay, and are there
 * again with the same key.
 */
export async function lockConnection(environment: string): Promise<void> {
  locked.add(environment);
  forgetProviderSession(environment);
  await forgetConnection(environment);
}

/** Whether this tab has no key because it was locked; told once a key is there again no more. */
export function wasLocked(environment: string): boolean {
  return locked.has(environment);
}

/** A key is there again. */
export function unlocked(environment: string): void {
  locked.delete(environment);
}
