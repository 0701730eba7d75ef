import { getAccessToken, getProviderKey } from '../api/queries/provider';
import { keylessClient } from '../api/wire/client';
import { type Clocks, clockSetBy } from '../api/wire/clock';
import type { Environment } from '../contract/gateway';
import { createListeners } from '../state/store';
import { moveConnectionEnds, openProviderConnection, renewalSecrets, subscribeConnections } from './connection';
import { lifeOf } from './expiry';
import { heldCredential, moveSessionEnds, takeRenewed } from './provider-session';

/** The renewal state of an environment's provider key, in the tab that does it. */
interface RenewalState {
  /** Why the last try failed; null where it did not. */
  error: Error | null;
  /** Epoch milliseconds of the next try; null while one is under way, and in the other tabs. */
  nextAt: number | null;
}

/** From this long after the threshold on, so that a clock that is a little early gets a new one and not the same (5.3). */
const afterThresholdMs = 60_000;
const retryMs = 60_000;
/** The wall clock is looked at so often: the timers of a machine that slept are late. */
const lookMs = 30_000;

const states = new Map<string, RenewalState>();
const changes = createListeners();
const idle: RenewalState = { error: null, nextAt: null };

export function renewalState(environment: string): RenewalState {
  return states.get(environment) ?? idle;
}

/** @returns a function that ends the subscription */
export const subscribeRenewal = changes.subscribe;

/** When a provider key that ends at a moment is renewed: soon after a call gives a new one (5.4), and at once where that has passed. */
export function renewAt(expiresAt: number, now: number): number {
  const life = lifeOf({ receivedAt: expiresAt, expireSeconds: 0 }, now);
  return Math.max(now, life.renewableAt + afterThresholdMs);
}

/**
 * Renews the provider key of an environment before it ends, as long as its secrets are kept for that; one tab does it for all (a Web Lock), and the others
 * take the new key from it.
 * @param identity of the connection: another tab may be on the key of another customer
 * @returns a function that ends it
 */
export function runRenewal(environment: Environment, identity: string): () => void {
  const stopped = new AbortController();
  const { signal } = stopped;
  const work = () => renewAsDue(environment, signal);
  const locks = globalThis.navigator?.locks;
  if (locks) locks.request(`renewal:${environment.name}:${identity}`, { signal }, work).catch(() => {});
  else void work();
  return () => stopped.abort();
}

async function renewAsDue(environment: Environment, signal: AbortSignal): Promise<void> {
  let failedAt: number | null = null;
  while (!signal.aborted) {
    const secrets = renewalSecrets(environment.name);
    const due = secrets && Math.max(renewAt(secrets.expiresAt, Date.now()), (failedAt ?? -retryMs) + retryMs);
    tell(environment.name, { ...renewalState(environment.name), nextAt: due });
    if (due === null || due > Date.now()) {
      await pause(due === null ? lookMs : Math.min(lookMs, due - Date.now()), signal);
      continue;
    }
    try {
      const fresh = await renew(environment);
      failedAt = fresh ? null : Date.now();
      tell(environment.name, idle);
    } catch (error) {
      failedAt = Date.now();
      tell(environment.name, { error: error instanceof Error ? error : new Error(String(error)), nextAt: null });
    }
  }
  states.delete(environment.name);
}

/**
 * Gets the access token (4.7) and exchanges the customer key again (4.8). The old key stays valid, so running requests finish with it (5.4).
 * @returns whether a new key was issued
 * @throws ApiError
 */
async function renew(environment: Environment): Promise<boolean> {
  const secrets = renewalSecrets(environment.name);
  if (!secrets) return false;
  const { appId, appSecret, customerKey, apiKey, expiresAt } = secrets;
  const pair = { appId, appSecret };
  const client = keylessClient(environment);
  const tokenAnswer = await getAccessToken(client, { app_id: appId, app_secret: appSecret });
  const { access_token, expire } = tokenAnswer.data;
  const answer = await getProviderKey(client, { access_token, api_key: customerKey });
  // Forgotten, or another key in use, while the requests ran: their responses are dropped.
  if (renewalSecrets(environment.name)?.apiKey !== apiKey) return true;
  const before = { value: apiKey, receivedAt: expiresAt, expireSeconds: 0, again: false, traceId: null };
  const key = heldCredential(answer.data.api_key, answer.data.expire, answer, before);
  const { expiresAt: end } = lifeOf(key, Date.now());
  // The same one, whose end is known as it is.
  if (key.again && end === expiresAt) return false;
  takeRenewed(environment.name, customerKey, { ...heldCredential(access_token, expire, tokenAnswer, null), pair }, key);
  await openProviderConnection(environment, {
    ...pair,
    customerKey,
    apiKey: key.value,
    expiresAt: end,
  });
  return !key.again;
}

function tell(environment: string, state: RenewalState): void {
  const known = renewalState(environment);
  if (known.error === state.error && known.nextAt === state.nextAt) return;
  states.set(environment, state);
  changes.tell();
}

/** Until the time has passed, the connection changes or the page becomes visible again. */
function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      stopHearing();
      globalThis.document?.removeEventListener('visibilitychange', end);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    const stopHearing = subscribeConnections(end);
    globalThis.document?.addEventListener('visibilitychange', end);
    signal.addEventListener('abort', end);
  });
}

const clockLookMs = 1000;

/**
 * Detects a clock that was set back, and shortens every credential's lifetime by that much, so that it lives no longer. A clock set ahead is accepted, as a
 * computer that slept looks the same; the lifetime reported when a credential is issued again corrects that.
 * @param onSet the clock was set, or the computer slept
 * @returns a function that ends it
 */
export function runClockWatch(onSet: () => void = () => {}): () => void {
  const look = (): Clocks => ({ now: Date.now(), steady: performance.now() });
  let before = look();
  const timer = setInterval(() => {
    const now = look();
    const by = clockSetBy(before, now);
    before = now;
    if (by !== 0) onSet();
    if (by >= 0) return;
    moveConnectionEnds(by);
    moveSessionEnds(by);
  }, clockLookMs);
  return () => clearInterval(timer);
}
