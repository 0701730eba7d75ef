import { environmentsOptions } from '../api/queries/gateway';
import { budgetFor, type Client } from '../api/wire/client';
import { queryClient } from '../api/wire/query-client';
import { holdCredentials } from '../api/wire/remove-credentials';
import type { Environment, InboxRequest } from '../contract/gateway';
import { createListeners } from '../state/store';
import { clientOf, dropSealed, endSeal, type Held, keepSealed, sealedHere, type Via } from './sealed-connection';

/** What a provider key is renewed with, by itself. */
export interface RenewalSecrets {
  appId: string;
  appSecret: string;
  customerKey: string;
  /** The key that is in use, and its end in epoch milliseconds. */
  apiKey: string;
  expiresAt: number;
}

/** A connection as pages see it. */
export interface Connection {
  client: Client;
  via: Via;
  /** The last four characters of the key, to tell keys apart. */
  lastFour: string;
  expiresAt: number | null;
  /** The provider key is renewed by itself before it ends. */
  renews: boolean;
  /** Opens the inbox of this connection's lasting identity: the arguments for `openInbox`; null where the secret for it was forgotten. */
  inbox(): [InboxRequest, string | null] | null;
}

const connections = new Map<string, Connection>();
const held = new Map<string, Held>();
const changes = createListeners();

type Message =
  | { kind: 'ask'; environment: string }
  | { kind: 'give'; environment: string; held: Held }
  | { kind: 'forget'; environment: string; identity: string }
  | { kind: 'seal-ended'; environment: string }
  | { kind: 'forget-secret'; environment: string }
  | { kind: 'changed'; environment: string; held: Held };

const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('connections');
/** An open tab answers at once; longer is no one there. */
const handoverMs = 150;

channel?.addEventListener('message', ({ data }: MessageEvent<Message>) => {
  const mine = held.get(data.environment);
  if (data.kind === 'ask' && mine) {
    channel.postMessage({ kind: 'give', environment: data.environment, held: mine } satisfies Message);
  }
  if (data.kind === 'forget' && (mine === undefined || mine.identity === data.identity)) drop(data.environment);
  if (data.kind === 'seal-ended') sealAgain(data.environment);
  if (data.kind === 'forget-secret') dropSecret(data.environment);
  // One tab renews for all: the others go on with the same key of the same customer.
  if (data.kind === 'changed' && mine?.via === 'provider' && mine.identity === data.held.identity) {
    change(data.environment, data.held);
  }
});

/** Hash that names a key in storage, locks and caches; the key cannot be told from it. */
async function identityOf(environment: string, apiKey: string): Promise<string> {
  // Without WebCrypto (no secure context) nothing is stored, so any name that lasts as long as the page will do.
  if (!globalThis.crypto?.subtle) return `page-${apiKey.length}-${performance.timeOrigin}`;
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(`${environment}\n${apiKey}`));
  return Array.from(new Uint8Array(digest).slice(0, 12), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** A client for trying a key before it is kept. */
export async function clientFor(environment: Environment, apiKey: string): Promise<Client> {
  const identity = await identityOf(environment.name, apiKey);
  return { environment, identity, apiKey: () => apiKey, budget: budgetFor(environment, identity) };
}

/** Keeps a customer key for an environment: in memory and, sealed, for a reload of this tab. */
export async function openConnection(environment: Environment, apiKey: string, via: Via): Promise<Connection> {
  const identity = await identityOf(environment.name, apiKey);
  return keep(environment, {
    apiKey,
    via,
    identity,
    expiresAt: null,
    inboxKey: apiKey,
    provider: null,
    customerKey: null,
  });
}

/**
 * Puts business calls on a provider-level key (5.5). The identity stays the customer key's; events go to the provider's inbox (section 5 rule 6).
 * @param expiresAt epoch milliseconds
 */
export async function openProviderConnection(environment: Environment, key: RenewalSecrets): Promise<Connection> {
  const identity = await identityOf(environment.name, key.customerKey);
  const before = held.get(environment.name);
  const renewed = before?.identity === identity && before.customerKey === key.customerKey;
  const value: Held = {
    apiKey: key.apiKey,
    via: 'provider',
    identity,
    expiresAt: key.expiresAt,
    inboxKey: null,
    provider: { appId: key.appId, appSecret: key.appSecret },
    customerKey: renewed ? key.customerKey : null,
  };
  const connection = await keep(environment, value);
  channel?.postMessage({ kind: 'changed', environment: environment.name, held: value } satisfies Message);
  return connection;
}

/** What the provider key of an environment is renewed with by itself; null where nobody asked for it or the secret was forgotten. */
export function renewalSecrets(environment: string): RenewalSecrets | null {
  const mine = held.get(environment);
  if (!mine?.provider || mine.customerKey === null || mine.expiresAt === null) return null;
  const { apiKey, customerKey, expiresAt } = mine;
  return { ...mine.provider, customerKey, apiKey, expiresAt };
}

/** Moves the end of every provider key of this tab by some milliseconds: the clock that it is told by was set. */
export function moveConnectionEnds(by: number): void {
  for (const [environment, mine] of held) {
    if (mine.expiresAt !== null) change(environment, { ...mine, expiresAt: mine.expiresAt + by });
  }
}

/** Keeps the customer key of a provider connection for renewal, in every tab; null forgets it again. */
export async function keepForRenewal(environment: string, customerKey: string | null): Promise<void> {
  const mine = held.get(environment);
  if (mine?.via !== 'provider' || !mine.provider) return;
  if (customerKey !== null && (await identityOf(environment, customerKey)) !== mine.identity) return;
  const value = { ...mine, customerKey };
  change(environment, value);
  channel?.postMessage({ kind: 'changed', environment, held: value } satisfies Message);
}

/**
 * Ends a connection in every tab: memory, and what is sealed in their storage. What a closed or doubled tab brings back cannot be unsealed once this
 * has resolved; tabs that are on another key of the environment seal theirs again.
 */
export async function forgetConnection(environment: string): Promise<void> {
  const identity = held.get(environment)?.identity ?? '';
  drop(environment);
  channel?.postMessage({ kind: 'forget', environment, identity } satisfies Message);
  try {
    await endSeal(environment);
  } catch {
    // Storage is denied, so nothing was sealed.
    return;
  }
  sealAgain(environment);
  channel?.postMessage({ kind: 'seal-ended', environment } satisfies Message);
}

/**
 * Takes the app secret out of a connection on a provider key, in every tab. Its calls go on until that key ends; its inbox cannot be opened anew.
 */
export function forgetProviderSecret(environment: string): void {
  dropSecret(environment);
  channel?.postMessage({ kind: 'forget-secret', environment } satisfies Message);
}

/** The connection of an environment that this tab has in memory. */
export function connectionFor(environment: string): Connection | null {
  return connections.get(environment) ?? null;
}

/** The environments that this tab has a key for. */
export function openEnvironments(): string[] {
  return [...connections.keys()];
}

/** The connection of an environment: from memory, from this tab's sealed storage, or from an open tab. Null when there is none. */
export async function restoreConnection(environmentName: string): Promise<Connection | null> {
  const open = connections.get(environmentName);
  if (open) return open;
  const here = sealedHere(environmentName);
  const { environments } = await queryClient.ensureQueryData(environmentsOptions);
  const environment = environments.find(({ name }) => name === environmentName);
  if (!environment) return null;
  const sealed = await here;
  const value = sealed?.held ?? (await askTabs(environmentName));
  if (!value) return null;
  const meanwhile = connections.get(environmentName);
  if (meanwhile) return meanwhile;
  // What is sealed already is not sealed again before the page goes on, unless the gateway tells something else of the environment now.
  const same = sealed !== null && JSON.stringify(sealed.environment) === JSON.stringify(environment);
  return same ? hold(environment, value) : keep(environment, value);
}

/**
 * The client of an environment from memory or as this tab's storage knows it, for a read that begins before the page does: without the gateway's list, which
 * the page itself waits for. Null where nothing is kept.
 */
export async function keptClient(environmentName: string): Promise<Client | null> {
  const open = connections.get(environmentName);
  if (open) return open.client;
  const sealed = await sealedHere(environmentName);
  return sealed && clientOf(sealed);
}

/** @returns a function that ends the subscription */
export const subscribeConnections = changes.subscribe;

/** Done when it is sealed too: a reload right after keeps it. */
async function keep(environment: Environment, value: Held): Promise<Connection> {
  const connection = hold(environment, value);
  await keepSealed(environment, value, isStillHeld);
  return connection;
}

function hold(environment: Environment, value: Held): Connection {
  held.set(environment.name, value);
  const { apiKey, inboxKey, customerKey, provider } = value;
  holdCredentials(holderOf(environment.name), [apiKey, inboxKey, customerKey, provider?.appSecret]);
  const connection: Connection = {
    client: {
      environment,
      identity: value.identity,
      apiKey: () => held.get(environment.name)?.apiKey ?? null,
      budget: budgetFor(environment, value.identity),
    },
    via: value.via,
    lastFour: value.apiKey.slice(-4),
    expiresAt: value.expiresAt,
    renews: value.provider !== null && value.customerKey !== null,
    inbox: () =>
      value.provider || value.inboxKey !== null
        ? [{ environment: environment.name, ...value.provider }, value.inboxKey]
        : null,
  };
  connections.set(environment.name, connection);
  changes.tell();
  return connection;
}

function drop(environment: string): void {
  held.delete(environment);
  holdCredentials(holderOf(environment), []);
  connections.delete(environment);
  dropSealed(environment);
  queryClient.removeQueries({ queryKey: [environment] });
  changes.tell();
}

function dropSecret(environment: string): void {
  const mine = held.get(environment);
  if (mine?.provider) change(environment, { ...mine, provider: null, customerKey: null });
}

function change(environment: string, value: Held): void {
  const connection = connections.get(environment);
  if (connection) void keep(connection.client.environment, value);
}

function isStillHeld(environment: string, value: Held): boolean {
  return held.get(environment) === value;
}

function sealAgain(environment: string): void {
  const mine = held.get(environment);
  const connection = connections.get(environment);
  if (mine && connection) void keepSealed(connection.client.environment, mine, isStillHeld);
}

function askTabs(environment: string): Promise<Held | null> {
  if (!channel) return Promise.resolve(null);
  return new Promise((resolve) => {
    const finish = (answer: Held | null): void => {
      clearTimeout(timer);
      channel.removeEventListener('message', listen);
      resolve(answer);
    };
    const listen = ({ data }: MessageEvent<Message>): void => {
      if (data.kind === 'give' && data.environment === environment) finish(data.held);
    };
    const timer = setTimeout(() => finish(null), handoverMs);
    channel.addEventListener('message', listen);
    channel.postMessage({ kind: 'ask', environment } satisfies Message);
  });
}

function holderOf(environment: string): string {
  return `connection:${environment}`;
}
