import { sealingKey } from '../storage/sealing-key';

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
