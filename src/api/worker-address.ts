import { TRUSTED_TYPES_POLICY } from '../contract/gateway';

interface Policies {
  createPolicy(
    name: string,
    rules: { createScriptURL(url: string): string },
  ): { createScriptURL(url: string): unknown };
}

let policy: { createScriptURL(url: string): unknown } | null = null;

/**
 * The address of a worker of ours, for `new Worker(...)`: the page's policy takes no bare text there. The one policy that a page may create is made here,
 * and lets through nothing but this origin.
 * @throws TypeError for an address of another origin
 */
export function workerAddress(url: string): string {
  const { trustedTypes } = globalThis as { trustedTypes?: Policies };
  policy ??= trustedTypes?.createPolicy(TRUSTED_TYPES_POLICY, { createScriptURL: ownAddress }) ?? {
    createScriptURL: ownAddress,
  };
  // A trusted address is taken wherever a text is; the types of the platform do not know it yet.
  return policy.createScriptURL(url) as string;
}

function ownAddress(url: string): string {
  const { origin, href } = new URL(url, location.href);
  if (origin !== location.origin) throw new TypeError('A worker of this page comes from its own origin.');
  return href;
}
