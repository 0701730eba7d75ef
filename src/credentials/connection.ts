import { budgetFor, type Client } from '../api/client';
import { environmentsOptions } from '../api/gateway';
import { queryClient } from '../api/query-client';
import type { Environment, InboxRequest } from '../contract/gateway';
import { endSealingKey } from '../storage/sealing-key';
import { seal, unseal } from './seal';

/** How a connection came to its key. */
export type Via = 'customer' | 'demo' | 'provider';

/** What is held for an environment: in memory, and sealed in this tab's storage so that a reload keeps it. Never anywhere in clear. */
interface Held {
  apiKey: string;
  via: Via;
  /** Hash of the lasting identity (customer key), the same after an exchange. */
  identity: string;
  /** Epoch milliseconds for a provider-level key, null for a key that has no end. */
  expiresAt: number | null;
  /** The lasting identity that the callback inbox belongs to (section 5 rule 6). */
  inboxKey: string | null;
  provider: { appId: string; appSecret: string } | null;
}

/** A connection as pages see it. */
export interface Connection {
  client: Client;
  via: Via;
  /** The last four characters of the key, to tell keys apart. */
  lastFour: string;
  expiresAt: number | null;
  /** Opens the inbox of this connection's lasting identity: the arguments for `openInbox`. */
  inbox(): [InboxRequest, string | null];
}

/** What is sealed: the environment is beside the key, so that the first read can begin before the gateway has told its list. */
interface Sealed {
  environment: Environment;
  held: Held;
}

const connections = new Map<string, Connection>();
const held = new Map<string, Held>();
/** What this tab's storage holds, read once. */
const kept = new Map<string, Promise<Sealed | null>>();
const listeners = new Set<() => void>();
const storageName = (environment: string): string => `connection:${environment}`;

type Message =
  | { kind: 'ask'; environment: string }
  | { kind: 'give'; environment: string; held: Held }
  | { kind: 'forget'; environment: string; identity: string }
  | { kind: 'seal-ended'; environment: string }
  | { kind: 'forget-secret'; environment: string };

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
});

/** Hash that names a key in storage, locks and caches; the key cannot be told from it. */
export async function identityOf(environment: string, apiKey: string): Promise<string> {
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
  return keep(environment, { apiKey, via, identity, expiresAt: null, inboxKey: apiKey, provider: null });
}

/**
 * Puts business calls on a provider-level key (5.5). The identity stays the customer key's; events go to the provider's inbox (section 5 rule 6).
 * @param expiresAt epoch milliseconds
 */
export async function openProviderConnection(
  environment: Environment,
  key: { apiKey: string; customerKey: string; expiresAt: number; appId: string; appSecret: string },
): Promise<Connection> {
  return keep(environment, {
    apiKey: key.apiKey,
    via: 'provider',
    identity: await identityOf(environment.name, key.customerKey),
    expiresAt: key.expiresAt,
    inboxKey: null,
    provider: { appId: key.appId, appSecret: key.appSecret },
  });
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
    await endSealingKey(storageName(environment));
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

/** The connection of an environment: from memory, from this tab's sealed storage, or from an open tab. Null when there is none. */
export async function restoreConnection(environmentName: string): Promise<Connection | null> {
  const open = connections.get(environmentName);
  if (open) return open;
  const here = keptHere(environmentName);
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
 * A client as this tab's storage knows it, for reads that begin before the page does: without the gateway's list, which the page itself waits for. Null
 * where nothing is kept.
 */
export async function keptClient(environmentName: string): Promise<Client | null> {
  const sealed = await keptHere(environmentName);
  if (!sealed) return null;
  const { environment, held: value } = sealed;
  return {
    environment,
    identity: value.identity,
    apiKey: () => value.apiKey,
    budget: budgetFor(environment, value.identity),
  };
}

/** @returns a function that ends the subscription */
export function subscribeConnections(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Done when it is sealed too: a reload right after keeps it. */
async function keep(environment: Environment, value: Held): Promise<Connection> {
  const connection = hold(environment, value);
  await sealHeld(environment, value);
  return connection;
}

function hold(environment: Environment, value: Held): Connection {
  held.set(environment.name, value);
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
    inbox: () => [{ environment: environment.name, ...value.provider }, value.inboxKey],
  };
  connections.set(environment.name, connection);
  announce();
  return connection;
}

function drop(environment: string): void {
  held.delete(environment);
  connections.delete(environment);
  kept.delete(environment);
  try {
    sessionStorage.removeItem(storageName(environment));
  } catch {
    // Storage is denied, so nothing was kept there.
  }
  queryClient.removeQueries({ queryKey: [environment] });
  announce();
}

function dropSecret(environment: string): void {
  const mine = held.get(environment);
  const connection = connections.get(environment);
  if (mine?.provider && connection) void keep(connection.client.environment, { ...mine, provider: null });
}

async function sealHeld(environment: Environment, value: Held): Promise<void> {
  const name = storageName(environment.name);
  kept.delete(environment.name);
  try {
    const sealed = await seal(JSON.stringify({ environment, held: value } satisfies Sealed), name);
    if (held.get(environment.name) === value) sessionStorage.setItem(name, sealed);
  } catch {
    // WebCrypto or storage is denied: the key lives in memory alone, and a reload asks for it again.
  }
}

function sealAgain(environment: string): void {
  const mine = held.get(environment);
  const connection = connections.get(environment);
  if (mine && connection) void sealHeld(connection.client.environment, mine);
}

function keptHere(environment: string): Promise<Sealed | null> {
  const reading = kept.get(environment) ?? unsealKept(environment);
  kept.set(environment, reading);
  return reading;
}

async function unsealKept(environment: string): Promise<Sealed | null> {
  try {
    const sealed = sessionStorage.getItem(storageName(environment));
    return sealed === null ? null : (JSON.parse(await unseal(sealed, storageName(environment))) as Sealed);
  } catch {
    // Sealed by a key that is gone: as good as none.
    return null;
  }
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

function announce(): void {
  for (const listener of listeners) listener();
}
