import type { Client } from '../api/wire/client';
import { readRemembered, writeRemembered } from '../storage/local-settings';
import { announceEnd, connectionFor, forgetConnection, openEnvironments } from './connection';
import { forgetProviderSession } from './provider-session';
import { removeConnection } from './saved-connections';

/**
 * Removes the keys of environments, and a provider's secrets, from every tab: to continue, the key is entered again. Drafts and jobs stay for the same key.
 */
export async function lockConnections(environments: readonly string[]): Promise<void> {
  for (const environment of environments) {
    const ended = forgetConnection(environment, 'locked');
    forgetProviderSession(environment);
    await ended;
  }
  announceEnd();
}

/** What of a key is kept in this browser beside the key itself. */
interface Belongings {
  drafts: number;
  jobs: number;
}

// The browser database is loaded on first use: connecting does not need it.
const rooms = () => Promise.all([import('../storage/database'), import('../storage/storage-usage')]);

/** What is deleted with the key of an environment when it is forgotten; zeros where the browser denies its database. */
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

/** What waits in this browser for a key of an environment, whichever it is; zeros where the browser denies its database. */
export async function keptFor(environment: string): Promise<Belongings> {
  try {
    const [{ database }] = await rooms();
    // Every identity, a text, lies between nothing and a list.
    const any = [[environment], [environment, []]] as const;
    const [drafts, jobs] = await Promise.all([
      database.drafts
        .where('[environment+identity]')
        .between(...any)
        .count(),
      database.jobs
        .where('[environment+identity+open]')
        .between(...any)
        .count(),
    ]);
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
  const client = connectionFor(environment)?.client;
  const identity = client?.identity;
  client?.budget.resume();
  const forgotten = forgetConnection(environment, 'forgotten');
  forgetProviderSession(environment);
  try {
    if (!identity) return;
    removeConnection({ environment, identity });
    const [, { wipe }] = await rooms();
    await wipe(environment, identity);
  } finally {
    await forgotten;
    announceEnd();
  }
}

/** After how many minutes without input keys are locked, to choose from; null never. */
export const lockChoices = [15, 60, 480, null] as const;
type LockAfter = (typeof lockChoices)[number];
/** A working day: a page that is only read is not locked in front of its reader. */
const usualMinutes = 480;
const choiceName = 'lock-after';
const inputName = 'last-input';
/** Input is put down so often at most, and looked at as often. */
const stepMs = 20_000;

/** The user's setting in this browser. */
export function lockAfter(): LockAfter {
  const kept = readRemembered(choiceName);
  return lockChoices.find((choice) => choice === kept) ?? (kept === null ? null : usualMinutes);
}

export function setLockAfter(minutes: LockAfter): void {
  writeRemembered(choiceName, minutes);
}

/** Whether no tab was used for as long. */
export function isIdle(lastInput: number, minutes: LockAfter, now: number): boolean {
  return minutes !== null && now - lastInput >= minutes * 60_000;
}

/**
 * Locks every key when no tab has had input for as long as was chosen.
 * @param needsKey whether something goes on only with the key of a client: it stays until that is done, or nothing was answered for the idle time
 * @returns a function that ends it
 */
export function runIdleLock(needsKey: (client: Client, limitMs: number) => Promise<boolean>): () => void {
  let noted = 0;
  const note = (): void => {
    const now = Date.now();
    if (now >= noted && now - noted < stepMs) return;
    // Who comes back to a page that should have been locked is too late.
    if (noted > 0) void look();
    noted = now;
    writeRemembered(inputName, now);
  };
  const look = async (): Promise<void> => {
    const now = Date.now();
    const last = Math.max(noted, Number(readRemembered(inputName)) || 0);
    if (last > now) {
      // The clock was set back: it counts from here.
      noted = now;
      writeRemembered(inputName, now);
    }
    const minutes = lockAfter();
    if (minutes === null || !isIdle(last, minutes, now)) return;
    const open = openEnvironments();
    const clients = open.map((environment) => connectionFor(environment)?.client);
    const needed = await Promise.all(
      clients.map((client) => client !== undefined && needsKey(client, minutes * 60_000)),
    );
    await lockConnections(open.filter((_, at) => !needed[at]));
  };
  const inputs = ['pointerdown', 'keydown', 'wheel', 'touchstart'] as const;
  for (const input of inputs) window.addEventListener(input, note, { passive: true, capture: true });
  const onVisible = (): void => void look();
  document.addEventListener('visibilitychange', onVisible);
  const timer = setInterval(look, stepMs);
  note();
  return () => {
    for (const input of inputs) window.removeEventListener(input, note, { capture: true });
    document.removeEventListener('visibilitychange', onVisible);
    clearInterval(timer);
  };
}
