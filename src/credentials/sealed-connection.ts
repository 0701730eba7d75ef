import * as v from 'valibot';
import { gatewayHalf } from '../api/queries/gateway';
import { type Environment, environmentSchema } from '../contract/gateway';
import { readForSession, readRemembered, writeForSession, writeRemembered } from '../storage/local-settings';

/** Beyond it there is no date. */
const lastTime = 8.64e15;

export const heldSchema = v.object({
  apiKey: v.string(),
  /** How a connection came to its key. */
  via: v.picklist(['customer', 'demo', 'provider']),
  /** Hash of the lasting identity (customer key), the same after an exchange. */
  identity: v.string(),
  /** Epoch milliseconds for a provider-level key, null for a key that has no end. */
  expiresAt: v.nullable(v.pipe(v.number(), v.minValue(-lastTime), v.maxValue(lastTime))),
  /** The lasting identity that the callback inbox belongs to (section 5 rule 6). */
  inboxKey: v.nullable(v.string()),
  provider: v.nullable(v.object({ appId: v.string(), appSecret: v.string() })),
  /** The customer key, if the provider key is renewed automatically: the exchange needs it (4.8). */
  customerKey: v.nullable(v.string()),
});
/** What is held for an environment: in memory, and sealed in this tab's storage so that a reload keeps it. Never anywhere in clear. */
export type Held = v.InferOutput<typeof heldSchema>;
export type Via = Held['via'];

const sealedSchema = v.object({ environment: environmentSchema, held: heldSchema });
/** What is sealed: the environment is with the key, so that the first read can begin before the gateway has returned its list. */
export type Sealed = v.InferOutput<typeof sealedSchema>;

const storageName = (environment: string): string => `connection:${environment}`;

/**
 * What is sealed in this tab's storage for an environment; null if nothing is, and `ended` if it can no longer be opened: it is deleted then. One round trip,
 * for the gateway's half, and none where nothing is sealed.
 * @throws ApiError where the gateway does not respond: what is sealed stays
 */
export async function sealedHere(environment: string): Promise<Sealed | 'ended' | null> {
  const name = storageName(environment);
  const sealed = textIn(name);
  if (sealed === null) return null;
  const key = sealingHalf(name).catch(() => null);
  const half = await requestHalf('POST');
  try {
    if (half !== null) return v.parse(sealedSchema, JSON.parse(await unseal(sealed, name, half, await key)));
  } catch {
    // Sealed with halves that no longer exist, or by another version.
  }
  // Another seal may have been written in between.
  if (textIn(name) === sealed) dropSealed(environment);
  return 'ended';
}

/**
 * Seals what is held for a reload of this tab.
 * @param isStill whether it is still held when the seal is done
 * @returns whether it is sealed: where WebCrypto, storage or the gateway denies it the key lives in memory alone, and a reload asks for it again
 */
export function keepSealed(
  environment: Environment,
  value: Held,
  isStill: (environment: string, value: Held) => boolean,
): Promise<boolean> {
  const name = storageName(environment.name);
  return inTurn(async () => {
    try {
      const storage = sessionStorage;
      const half = await requestHalf('PUT', { environment: environment.name, apiKey: value.apiKey });
      if (half === null) return false;
      const sealed = await seal(JSON.stringify({ environment, held: value } satisfies Sealed), name, half);
      if (isStill(environment.name, value)) storage.setItem(name, sealed);
      return true;
    } catch {
      return false;
    }
  });
}

/** Takes what is sealed out of this tab's storage. */
export function dropSealed(environment: string): void {
  try {
    sessionStorage.removeItem(storageName(environment));
  } catch {
    // Storage is denied, so nothing was kept there.
  }
}

const owedName = 'seal-owed';

/**
 * Makes whatever is sealed for an environment noise, also in tabs that are closed, by ending both halves of its key. That of the gateway is one for all
 * environments: what is held for others has to be sealed again after it. Where the gateway does not answer, its half ends with the next word to it.
 */
export function endSeal(environment: string): Promise<void> {
  return inTurn(async () => {
    try {
      await endSealingHalf(storageName(environment));
    } catch {
      // Storage is denied, so nothing was sealed.
      return;
    }
    writeRemembered(owedName, true);
    await endedHalf().catch(() => null);
  });
}

/** The gateway's half, once one that should have ended has. @throws ApiError */
async function requestHalf(
  way: 'POST' | 'PUT',
  sealed?: { environment: string; apiKey: string },
): Promise<string | null> {
  if (readRemembered(owedName) === true) await endedHalf();
  return gatewayHalf(way, sealed);
}

async function endedHalf(): Promise<void> {
  await gatewayHalf('DELETE');
  writeRemembered(owedName, false);
}

/** Serialized over all tabs: a missing half is created once, and stays as long as something is sealed with it. */
async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  return globalThis.navigator?.locks ? navigator.locks.request('seal', work) : work();
}

function textIn(name: string): string | null {
  try {
    return sessionStorage.getItem(name);
  } catch {
    return null;
  }
}

const ivBytes = 12;

/**
 * Text that only this browser and the gateway together can read again, and only for the same purpose.
 * @param purpose bound into the seal: what was sealed for one environment does not open for another
 * @param half the gateway's
 * @throws DOMException where WebCrypto or storage is denied
 */
export async function seal(text: string, purpose: string, half: string): Promise<string> {
  const iv = crypto.getRandomValues(new Uint8Array(ivBytes));
  const parameters = { name: 'AES-GCM', iv, additionalData: new TextEncoder().encode(purpose) };
  const key = await keyOf(await sealingHalf(purpose), half);
  const sealed = await crypto.subtle.encrypt(parameters, key, new TextEncoder().encode(text));
  return btoa(String.fromCharCode(...iv, ...new Uint8Array(sealed)));
}

/** What `seal` was given. @throws when it was sealed by other halves, for another purpose, or changed since */
export async function unseal(sealed: string, purpose: string, half: string, mine: CryptoKey | null): Promise<string> {
  if (mine === null) throw new Error('This browser has no half.');
  const bytes = Uint8Array.from(atob(sealed), (character) => character.charCodeAt(0));
  const parameters = {
    name: 'AES-GCM',
    iv: bytes.slice(0, ivBytes),
    additionalData: new TextEncoder().encode(purpose),
  };
  const text = await crypto.subtle.decrypt(parameters, await keyOf(mine, half), bytes.slice(ivBytes));
  return new TextDecoder().decode(text);
}

/** The key of both halves: the gateway's, signed by this browser's. */
async function keyOf(mine: CryptoKey, half: string): Promise<CryptoKey> {
  const bits = await crypto.subtle.sign('HMAC', mine, new TextEncoder().encode(half));
  return crypto.subtle.importKey('raw', bits, 'AES-GCM', false, ['encrypt', 'decrypt']);
}

/**
 * This browser's halves, one for each purpose: made here, and not given to any script. That is all that "not extractable" means: Chromium writes such a key as
 * it is into the files of its profile, and what was deleted there stays for a while. So a half alone opens nothing. By themselves and without Dexie,
 * because every cold start needs one before anything else.
 */
const databaseName = 'warehouse-console-seal';
const storeName = 'keys';
/** 1: keys that sealed alone. */
const databaseVersion = 2;

/** This browser's half for a purpose, made on first use. @throws DOMException where storage or WebCrypto is denied */
export async function sealingHalf(purpose: string): Promise<CryptoKey> {
  const database = await open();
  try {
    const kept = await settled<CryptoKey | undefined>(
      database.transaction(storeName).objectStore(storeName).get(purpose),
    );
    if (kept) return kept;
    const made = await crypto.subtle.generateKey({ name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
    const store = database.transaction(storeName, 'readwrite').objectStore(storeName);
    // Another tab may have been first: its half counts.
    const first = await settled<CryptoKey | undefined>(store.get(purpose));
    if (first) return first;
    await settled(store.put(made, purpose));
    return made;
  } finally {
    database.close();
  }
}

/** Ends this browser's half for a purpose. */
export async function endSealingHalf(purpose: string): Promise<void> {
  const database = await open();
  try {
    await settled(database.transaction(storeName, 'readwrite').objectStore(storeName).delete(purpose));
  } finally {
    database.close();
  }
}

/** @throws DOMException where storage is denied, or its upgrade is held up by a tab of an older version: nothing is sealed then */
async function open(): Promise<IDBDatabase> {
  try {
    return await opened(databaseVersion);
  } catch (error) {
    if (!(error instanceof DOMException) || error.name !== 'VersionError') throw error;
    // A newer version has made it. As long as its halves are in this store, they serve this one too.
    const database = await opened();
    if (database.objectStoreNames.contains(storeName)) return database;
    database.close();
    throw error;
  }
}

/** A tab that closes its connection when it is asked to does so at once. */
const heldUpMs = 1000;
/** The upgrade is held up: requests behind it would wait as long, without a word. */
let isHeldUp = false;

function opened(version?: number): Promise<IDBDatabase> {
  const heldUp = new DOMException('Another tab holds an older version of the database.', 'AbortError');
  return new Promise((resolve, reject) => {
    if (isHeldUp) throw heldUp;
    const request = indexedDB.open(databaseName, version);
    let isGivenUp = false;
    request.onupgradeneeded = () => {
      for (const name of request.result.objectStoreNames) request.result.deleteObjectStore(name);
      request.result.createObjectStore(storeName);
    };
    request.onblocked = () => {
      setTimeout(() => {
        if (request.readyState !== 'pending') return;
        isHeldUp = isGivenUp = true;
        reject(heldUp);
      }, heldUpMs);
    };
    request.onsuccess = () => {
      resolve(request.result);
      if (!isGivenUp) return;
      isHeldUp = false;
      request.result.close();
    };
    request.onerror = () => reject(request.error);
  });
}

function settled<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

export const whyNoKeySchema = v.picklist(['locked', 'forgotten', 'ended']);
/** Why this tab no longer has an environment's key: `ended` where what was sealed for a reload can no longer be opened. */
export type WhyNoKey = v.InferOutput<typeof whyNoKeySchema>;

const reasonsName = 'no-key';

function reasons(): Record<string, unknown> {
  const kept = readForSession(reasonsName);
  return typeof kept === 'object' && kept !== null ? { ...kept } : {};
}

/** Why the key must be entered again, also after a reload; null for no reason. */
export function whyNoKey(environment: string): WhyNoKey | null {
  const why = reasons()[environment];
  return v.is(whyNoKeySchema, why) ? why : null;
}

/** Keeps the reason; null once a key is there again. */
export function setWhyNoKey(environment: string, why: WhyNoKey | null): void {
  const { [environment]: before = null, ...others } = reasons();
  if (before !== why) writeForSession(reasonsName, why === null ? others : { ...others, [environment]: why });
}
