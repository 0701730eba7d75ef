import * as v from 'valibot';
import { environmentsOptions } from '../api/queries/gateway';
import { budgetFor, type Client } from '../api/wire/client';
import { queryClient } from '../api/wire/query-client';
import { holdCredentials } from '../api/wire/remove-credentials';
import type { Environment, InboxRequest } from '../contract/gateway';
import { createListeners } from '../state/store';
import {
  dropSealed,
  endSeal,
  type Held,
  heldSchema,
  keepSealed,
  sealedHere,
  setWhyNoKey,
  type Via,
  type WhyNoKey,
  whyNoKeySchema,
} from './sealed-connection';

/** What a provider key is renewed with automatically. */
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
  /** The provider key is renewed automatically before it expires. */
  renews: boolean;
  /** Opens the inbox of this connection's lasting identity: the arguments for `openInbox`; null where the secret for it was forgotten. */
  inbox(): [InboxRequest, string | null] | null;
}

const connections = new Map<string, Connection>();
/** The one place of this page that keys and secrets of connections are in. Clients and connections outlive it in caches, and ask it each time. */
const held = new Map<string, Held>();
/** The environment of what was unsealed, or is being, for each that something was sealed for. */
const unsealings = new Map<string, Promise<Environment | null>>();
/** A key was removed from this tab, and that is not announced yet. */
let isEndPending = false;
const changes = createListeners();
const ends = createListeners();

const environmentEntry = { environment: v.string() };
const messageSchema = v.union([
  v.object({ kind: v.picklist(['ask', 'seal-ended', 'forget-secret']), ...environmentEntry }),
  v.object({ kind: v.picklist(['give', 'changed']), ...environmentEntry, held: heldSchema }),
  v.object({
    kind: v.picklist(['forget']),
    ...environmentEntry,
    identity: v.string(),
    why: v.nullable(whyNoKeySchema),
  }),
]);
type Message = v.InferOutput<typeof messageSchema>;

const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('connections');
/** An open tab answers at once; longer is no one there. */
const handoverMs = 150;

/** Calls the listener with each message of another tab; what a tab of another version sends, and this one cannot read, is passed over. @returns ends that */
function hearTabs(listener: (message: Message) => void): () => void {
  const hear = ({ data }: MessageEvent<unknown>): void => {
    const message = v.safeParse(messageSchema, data);
    if (message.success) listener(message.output);
  };
  channel?.addEventListener('message', hear);
  return () => channel?.removeEventListener('message', hear);
}

hearTabs((data) => {
  const mine = held.get(data.environment);
  if (data.kind === 'ask' && mine) {
    channel?.postMessage({ kind: 'give', environment: data.environment, held: mine } satisfies Message);
  }
  if (data.kind === 'forget' && (mine === undefined || mine.identity === data.identity)) {
    if (mine) setWhyNoKey(data.environment, data.why);
    drop(data.environment);
  }
  if (data.kind === 'seal-ended') void sealAllAgain().then(announceEnd);
  if (data.kind === 'forget-secret') dropSecret(data.environment);
  // One tab renews for all: the others continue with the same key of the same customer.
  if (data.kind === 'changed' && mine?.via === 'provider' && mine.identity === data.held.identity) {
    change(data.environment, data.held);
  }
});

/** Hash that names a key in storage, locks and caches; the key cannot be derived from it. */
async function identityOf(environment: string, apiKey: string): Promise<string> {
  // Without WebCrypto (no secure context) nothing is stored, so any name that lasts as long as the page will do.
  if (!globalThis.crypto?.subtle) return `page-${apiKey.length}-${performance.timeOrigin}`;
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(`${environment}\n${apiKey}`));
  return Array.from(new Uint8Array(digest).slice(0, 12), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Tries a key before it is kept: the client has it until `work` is done, and from then on only if it was kept. */
export async function withTrialKey<Result>(
  environment: Environment,
  apiKey: string,
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  const client = clientOn(environment, await identityOf(environment.name, apiKey));
  let trial: string | null = apiKey;
  try {
    return await work({ ...client, apiKey: () => trial ?? client.apiKey() });
  } finally {
    trial = null;
  }
}

/** The client for the current key of this name; it has none of its own. */
function clientOn(environment: Environment, identity: string): Client {
  const apiKey = () => heldBy(environment.name, identity)?.apiKey ?? null;
  return { environment, identity, apiKey, budget: budgetFor(environment, identity) };
}

function heldBy(environment: string, identity: string): Held | null {
  const mine = held.get(environment);
  return mine?.identity === identity ? mine : null;
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

/** What the provider key of an environment is renewed with automatically; null if that is off or the secret was forgotten. */
export function renewalSecrets(environment: string): RenewalSecrets | null {
  const mine = held.get(environment);
  if (!mine?.provider || mine.customerKey === null || mine.expiresAt === null) return null;
  const { apiKey, customerKey, expiresAt } = mine;
  return { ...mine.provider, customerKey, apiKey, expiresAt };
}

/** Shifts the expiry of every provider key of this tab by some milliseconds, after the clock was set. */
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
  if (customerKey === null) await reseal(environment);
}

/**
 * Ends a connection in every tab: memory, and what is sealed in their storage. What a closed or restored tab brings back cannot be unsealed once this has
 * resolved; other keys are sealed again by their tabs.
 * @param why shown where the key must be entered again
 */
export async function forgetConnection(environment: string, why: WhyNoKey | null = null): Promise<void> {
  const identity = held.get(environment)?.identity ?? '';
  setWhyNoKey(environment, why);
  drop(environment);
  channel?.postMessage({ kind: 'forget', environment, identity, why } satisfies Message);
  await reseal(environment);
}

/** Makes everything sealed for an environment unreadable, in all tabs; what a tab still holds is sealed again. */
async function reseal(environment: string): Promise<void> {
  await endSeal(environment);
  await sealAllAgain();
  channel?.postMessage({ kind: 'seal-ended', environment } satisfies Message);
}

/** Announced in each tab whose key was removed, once all cleanup there is done. */
export const subscribeKeyEnds = ends.subscribe;

/** Notifies this tab that a key has completely ended; other tabs notice on their own. */
export function announceEnd(): void {
  if (!isEndPending) return;
  isEndPending = false;
  ends.tell();
}

/** Removes the app secret from a connection with a provider key, in every tab. Its requests continue until that key expires; its inbox cannot be reopened. */
export function forgetProviderSecret(environment: string): void {
  const had = held.get(environment)?.provider;
  dropSecret(environment);
  channel?.postMessage({ kind: 'forget-secret', environment } satisfies Message);
  if (had) void reseal(environment);
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
  const here = unsealed(environmentName);
  const [{ environments }, sealed] = await Promise.all([queryClient.ensureQueryData(environmentsOptions), here]);
  const environment = environments.find(({ name }) => name === environmentName);
  if (!environment) return null;
  const value = held.get(environmentName) ?? (await askTabs(environmentName));
  if (!value) return null;
  const meanwhile = connections.get(environmentName);
  if (meanwhile) return meanwhile;
  // A sealed connection is not sealed again before the page continues, unless the gateway reports a changed environment.
  const same = sealed !== null && JSON.stringify(sealed) === JSON.stringify(environment);
  return same ? hold(environment, value) : keep(environment, value);
}

/**
 * The client of an environment from memory or as this tab's storage knows it, for a read that begins before the page does: after one round trip for the
 * gateway's half of the seal, without its list, which the page itself waits for. Null where nothing is kept.
 */
export async function keptClient(environmentName: string): Promise<Client | null> {
  const open = connections.get(environmentName);
  if (open) return open.client;
  // A gateway that does not respond is reported by the environment list.
  const environment = await unsealed(environmentName).catch(() => null);
  const mine = held.get(environmentName);
  return environment && mine ? clientOn(environment, mine.identity) : null;
}

/** Unseals what this tab has stored into memory, once for all callers. @returns its environment at that time; null where nothing is sealed @throws ApiError */
function unsealed(environment: string): Promise<Environment | null> {
  const begun = unsealings.get(environment);
  if (begun) return begun;
  const unsealing: Promise<Environment | null> = sealedHere(environment).then(
    (sealed) => {
      if (sealed === 'ended') setWhyNoKey(environment, 'ended');
      // Not accepted if it was dropped in between.
      const isDropped = unsealings.get(environment) !== unsealing;
      if (sealed === null || sealed === 'ended' || isDropped) {
        if (!isDropped) unsealings.delete(environment);
        return null;
      }
      if (!held.has(environment)) held.set(environment, sealed.held);
      return sealed.environment;
    },
    (error: unknown) => {
      unsealings.delete(environment);
      throw error;
    },
  );
  unsealings.set(environment, unsealing);
  return unsealing;
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
  setWhyNoKey(environment.name, null);
  const { identity } = value;
  const connection: Connection = {
    client: clientOn(environment, identity),
    via: value.via,
    lastFour: value.apiKey.slice(-4),
    expiresAt: value.expiresAt,
    renews: value.provider !== null && value.customerKey !== null,
    inbox: () => {
      const mine = heldBy(environment.name, identity);
      if (!mine?.provider && (mine?.inboxKey ?? null) === null) return null;
      return [{ environment: environment.name, ...mine?.provider }, mine?.inboxKey ?? null];
    },
  };
  connections.set(environment.name, connection);
  changes.tell();
  return connection;
}

function drop(environment: string): void {
  if (held.delete(environment)) isEndPending = true;
  unsealings.delete(environment);
  holdCredentials(holderOf(environment), []);
  connections.delete(environment);
  dropSealed(environment);
  queryClient.removeQueries({ queryKey: [environment] });
  forgetMutations();
  changes.tell();
}

/** What was sent by hand, with its variables; calls that are under way end first. */
function forgetMutations(): void {
  const cache = queryClient.getMutationCache();
  for (const mutation of cache.getAll()) if (mutation.state.status !== 'pending') cache.remove(mutation);
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

/** The gateway's half is one for all that is sealed. */
async function sealAllAgain(): Promise<void> {
  const all = [...connections].map(async ([name, { client }]) => {
    const mine = held.get(name);
    if (mine) await keepSealed(client.environment, mine, isStillHeld);
  });
  await Promise.all(all);
}

function askTabs(environment: string): Promise<Held | null> {
  if (!channel) return Promise.resolve(null);
  return new Promise((resolve) => {
    const finish = (answer: Held | null): void => {
      clearTimeout(timer);
      stopHearing();
      resolve(answer);
    };
    const stopHearing = hearTabs((data) => {
      if (data.kind === 'give' && data.environment === environment) finish(data.held);
    });
    const timer = setTimeout(() => finish(null), handoverMs);
    channel.postMessage({ kind: 'ask', environment } satisfies Message);
  });
}

function holderOf(environment: string): string {
  return `connection:${environment}`;
}
