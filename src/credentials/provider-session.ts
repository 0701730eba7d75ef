import { useSyncExternalStore } from 'react';
import { getAccessToken, getProviderKey } from '../api/queries/provider';
import { keylessClient } from '../api/wire/client';
import { holdCredentials } from '../api/wire/remove-credentials';
import type { Environment } from '../contract/gateway';
import { createListeners } from '../state/store';
import { connectionFor, forgetProviderSecret, openProviderConnection } from './connection';
import { type IssuedCredential, lifeOf } from './expiry';

/** What a provider proves itself with (4.7). */
export interface ProviderPair {
  appId: string;
  appSecret: string;
}

/** An access token or provider API key, and how it came. */
export interface HeldCredential extends IssuedCredential {
  value: string;
  /** The latest call gave this one again instead of a new one (5.3, 5.4). */
  again: boolean;
  traceId: string | null;
}

/** What a tab holds of a provider in an environment: in memory alone, in no storage. */
export interface ProviderSession extends ProviderPair {
  /** As typed, as `appId` and `appSecret` are. */
  customerKey: string;
  /** With what it was got: what is typed now may be something else. */
  token: (HeldCredential & { pair: ProviderPair }) | null;
  providerKey: (HeldCredential & { pair: ProviderPair; customerKey: string }) | null;
}

const empty: ProviderSession = { appId: '', appSecret: '', customerKey: '', token: null, providerKey: null };
const sessions = new Map<string, ProviderSession>();
const news = createListeners();
/** How often something was forgotten: an answer to a call from before is dropped. */
let forgets = 0;

const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('provider-sessions');
channel?.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
  if (typeof data === 'string') drop(data);
});

/** The provider session of an environment; an empty one at first. */
export function useProviderSession(environment: string): ProviderSession {
  return useSyncExternalStore(news.subscribe, () => sessionOf(environment));
}

/** Keeps what is typed. */
export function typeIntoSession(
  environment: string,
  typed: Partial<Pick<ProviderSession, 'appId' | 'appSecret' | 'customerKey'>>,
): void {
  change(environment, typed);
}

/** Forgets every secret of the session, in every tab, also the app secret that a connection keeps for its inbox. */
export function forgetProviderSession(environment: string): void {
  drop(environment);
  forgetProviderSecret(environment);
  channel?.postMessage(environment);
}

/** Gets an access token (4.7) and stores it. @returns it; null when everything was forgotten in between @throws ApiError */
export async function holdAccessToken(environment: Environment, pair: ProviderPair): Promise<HeldCredential | null> {
  const { name } = environment;
  const epoch = forgets;
  const answer = await getAccessToken(keylessClient(environment), { app_id: pair.appId, app_secret: pair.appSecret });
  if (epoch !== forgets) return null;
  const { token, providerKey } = sessionOf(name);
  const held = { ...heldCredential(answer.data.access_token, answer.data.expire, answer, token), pair };
  change(name, {
    token: held,
    // Another provider's key.
    providerKey: providerKey?.pair.appId === pair.appId ? providerKey : null,
  });
  return held;
}

/**
 * Exchanges a customer key for a provider API key (4.8) and stores it. A connection that used the old key continues with this one; the old one stays valid, so
 * running requests finish with it (5.4).
 * @returns the key; null when everything was forgotten in between
 * @throws ApiError
 * @throws Error without an access token
 */
export async function holdProviderKey(environment: Environment, customerKey: string): Promise<HeldCredential | null> {
  const { name } = environment;
  const epoch = forgets;
  const { token } = sessionOf(name);
  if (!token) throw new Error('There is no access token.');
  const { value, pair } = token;
  const answer = await getProviderKey(keylessClient(environment), { access_token: value, api_key: customerKey });
  if (epoch !== forgets) return null;
  const before = sessionOf(name).providerKey;
  const held = { ...heldCredential(answer.data.api_key, answer.data.expire, answer, before), pair, customerKey };
  const inUse = before !== null && before.customerKey === customerKey && isInUse(name, before.value);
  change(name, { providerKey: held });
  if (inUse) await putConnectionOnKey(environment);
  return held;
}

/** Puts the business calls of the environment on the provider key that is held (5.5). @throws Error without one */
export async function putConnectionOnKey(environment: Environment): Promise<void> {
  const { providerKey } = sessionOf(environment.name);
  if (!providerKey) throw new Error('There is no provider API key.');
  const { value, customerKey, pair } = providerKey;
  const { expiresAt } = lifeOf(providerKey, Date.now());
  await openProviderConnection(environment, { apiKey: value, customerKey, expiresAt, ...pair });
}

/** Puts renewed credentials into the session where they follow the ones that it holds. */
export function takeRenewed(
  environment: string,
  customerKey: string,
  token: NonNullable<ProviderSession['token']>,
  key: HeldCredential,
): void {
  const { providerKey } = sessionOf(environment);
  if (providerKey?.customerKey !== customerKey || providerKey.pair.appId !== token.pair.appId) return;
  change(environment, { token, providerKey: { ...key, pair: token.pair, customerKey } });
}

/** Shifts the expiry of every stored credential by some milliseconds, after the clock was set. */
export function moveSessionEnds(by: number): void {
  for (const [environment, { token, providerKey }] of sessions)
    change(environment, {
      token: token && { ...token, receivedAt: token.receivedAt + by },
      providerKey: providerKey && { ...providerKey, receivedAt: providerKey.receivedAt + by },
    });
}

/** Whether the connection of an environment sends this key now. */
function isInUse(environment: string, key: string): boolean {
  return connectionFor(environment)?.client.apiKey() === key;
}

/**
 * A credential from a response. Its lifetime counts from when the request was sent, so it is never too long; and a credential returned again never lives
 * longer, whatever `expire` says, unless it has expired by this clock: that one was set ahead.
 */
export function heldCredential(
  value: string,
  expireSeconds: number,
  answer: { receivedAt: number; milliseconds: number; traceId: string | null },
  before: HeldCredential | null,
): HeldCredential {
  const issued = { receivedAt: answer.receivedAt - answer.milliseconds, expireSeconds };
  const again = before !== null && before.value === value;
  const earlier = again && endOf(before) > issued.receivedAt && endOf(before) < endOf(issued) ? before : issued;
  const { receivedAt, expireSeconds: seconds } = earlier;
  return { value, receivedAt, expireSeconds: seconds, again, traceId: answer.traceId };
}

function endOf({ receivedAt, expireSeconds }: IssuedCredential): number {
  return receivedAt + expireSeconds * 1000;
}

function sessionOf(environment: string): ProviderSession {
  return sessions.get(environment) ?? empty;
}

function change(environment: string, changes: Partial<ProviderSession>): void {
  const session = { ...sessionOf(environment), ...changes };
  sessions.set(environment, session);
  // What is being typed is no credential yet: half of one may be any word.
  const { token, providerKey } = session;
  const used = [token?.value, token?.pair.appSecret, providerKey?.value, providerKey?.customerKey];
  holdCredentials(holderOf(environment), [...used, providerKey?.pair.appSecret]);
  news.tell();
}

function drop(environment: string): void {
  sessions.delete(environment);
  holdCredentials(holderOf(environment), []);
  forgets += 1;
  news.tell();
}

function holderOf(environment: string): string {
  return `provider:${environment}`;
}
