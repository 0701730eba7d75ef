import { budgetFor, type Client } from '../api/wire/client';
import type { Environment } from '../contract/gateway';

/** How a connection came to its key. */
export type Via = 'customer' | 'demo' | 'provider';

/** What is held for an environment: in memory, and sealed in this tab's storage so that a reload keeps it. Never anywhere in clear. */
export interface Held {
  apiKey: string;
  via: Via;
  /** Hash of the lasting identity (customer key), the same after an exchange. */
  identity: string;
  /** Epoch milliseconds for a provider-level key, null for a key that has no end. */
  expiresAt: number | null;
  /** The lasting identity that the callback inbox belongs to (section 5 rule 6). */
  inboxKey: string | null;
  provider: { appId: string; appSecret: string } | null;
  /** The customer key, where a person wants the provider key to be renewed by itself: the exchange needs it (4.8). */
  customerKey: string | null;
}

/** What is sealed: the environment is beside the key, so that the first read can begin before the gateway has told its list. */
interface Sealed {
  environment: Environment;
  held: Held;
}

const storageName = (environment: string): string => `connection:${environment}`;

/** What is sealed in this tab's storage for an environment; null where nothing is, or where its seal has ended. */
export async function sealedHere(environment: string): Promise<Sealed | null> {
  try {
    const sealed = sessionStorage.getItem(storageName(environment));
    return sealed === null ? null : (JSON.parse(await unseal(sealed, storageName(environment))) as Sealed);
  } catch {
    // Sealed by a key that is gone: as good as none.
    return null;
  }
}

/** A client on what was sealed, as it was then. */
export function clientOf({ environment, held }: Sealed): Client {
  const { identity, apiKey } = held;
  return { environment, identity, apiKey: () => apiKey, budget: budgetFor(environment, identity) };
}

/** Seals what is held for a reload of this tab. @param isStill whether it is still held when the seal is done */
export async function keepSealed(
  environment: Environment,
  value: Held,
  isStill: (environment: string, value: Held) => boolean,
): Promise<void> {
  const name = storageName(environment.name);
  try {
    const sealed = await seal(JSON.stringify({ environment, held: value } satisfies Sealed), name);
    if (isStill(environment.name, value)) sessionStorage.setItem(name, sealed);
  } catch {
    // WebCrypto or storage is denied: the key lives in memory alone, and a reload asks for it again.
  }
}

/** Takes what is sealed out of this tab's storage. */
export function dropSealed(environment: string): void {
  try {
    sessionStorage.removeItem(storageName(environment));
  } catch {
    // Storage is denied, so nothing was kept there.
  }
}

/** Makes whatever is sealed for an environment noise, also in tabs that are closed. @throws DOMException where storage is denied */
export function endSeal(environment: string): Promise<void> {
  return endSealingKey(storageName(environment));
}

const ivBytes = 12;

/**
 * Text that only this browser can read again, and only for the same purpose.
 * @param purpose bound into the seal: what was sealed for one environment does not open for another
 * @throws DOMException where WebCrypto or storage is denied
 */
export async function seal(text: string, purpose: string): Promise<string> {
  const iv = crypto.getRandomValues(new Uint8Array(ivBytes));
  const parameters = { name: 'AES-GCM', iv, additionalData: new TextEncoder().encode(purpose) };
  const sealed = await crypto.subtle.encrypt(parameters, await sealingKey(purpose), new TextEncoder().encode(text));
  return btoa(String.fromCharCode(...iv, ...new Uint8Array(sealed)));
}

/** What `seal` was given. @throws when it was sealed elsewhere, for another purpose, or changed since */
export async function unseal(sealed: string, purpose: string): Promise<string> {
  const bytes = Uint8Array.from(atob(sealed), (character) => character.charCodeAt(0));
  const parameters = {
    name: 'AES-GCM',
    iv: bytes.slice(0, ivBytes),
    additionalData: new TextEncoder().encode(purpose),
  };
  const text = await crypto.subtle.decrypt(parameters, await sealingKey(purpose), bytes.slice(ivBytes));
  return new TextDecoder().decode(text);
}

/**
 * The keys that seal what this browser keeps of credentials, one for each purpose: made here, not extractable, so that neither script nor disk can give
 * them away. By themselves and without Dexie, because every cold start needs one before anything else.
 */
const databaseName = 'warehouse-console-seal';
const storeName = 'keys';

/** The sealing key of a purpose, made on first use. @throws DOMException where storage or WebCrypto is denied */
async function sealingKey(purpose: string): Promise<CryptoKey> {
  const database = await open();
  try {
    const kept = await settled<CryptoKey | undefined>(
      database.transaction(storeName).objectStore(storeName).get(purpose),
    );
    if (kept) return kept;
    const made = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
    const store = database.transaction(storeName, 'readwrite').objectStore(storeName);
    // Another tab may have been first: its key counts.
    const first = await settled<CryptoKey | undefined>(store.get(purpose));
    if (first) return first;
    await settled(store.put(made, purpose));
    return made;
  } finally {
    database.close();
  }
}

/** Ends the sealing key of a purpose: whatever it sealed, also in a tab that is closed and may be opened again, is noise from now on. */
export async function endSealingKey(purpose: string): Promise<void> {
  const database = await open();
  try {
    await settled(database.transaction(storeName, 'readwrite').objectStore(storeName).delete(purpose));
  } finally {
    database.close();
  }
}

function open(): Promise<IDBDatabase> {
  const request = indexedDB.open(databaseName, 1);
  request.onupgradeneeded = () => request.result.createObjectStore(storeName);
  return settled(request);
}

function settled<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
