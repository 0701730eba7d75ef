import { budgetFor, type Client } from '../api/wire/client';
import type { Environment } from '../contract/gateway';
import { endSealingKey } from '../storage/sealing-key';
import { seal, unseal } from './seal';

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
export interface Sealed {
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
