import { TRUSTED_TYPES_POLICY } from '../../contract/gateway';

interface Policies {
  createPolicy(
    name: string,
    rules: { createScriptURL(url: string): string },
  ): { createScriptURL(url: string): unknown };
}

interface WorkerPolicy {
  createScriptURL(url: string): unknown;
}

/**
 * The one policy that the page may create, made as soon as this module is there: `app/main` imports it before anything else, and a browser refuses a
 * second one of that name, so no script that comes later can make it in our place. What it lets through is this origin alone.
 */
const policy = createWorkerPolicy();

function createWorkerPolicy(): WorkerPolicy {
  const { trustedTypes } = globalThis as { trustedTypes?: Policies };
  const rules = { createScriptURL: ownAddress };
  try {
    return trustedTypes?.createPolicy(TRUSTED_TYPES_POLICY, rules) ?? rules;
  } catch (error) {
    // Another script created it, or forbids it: the page works without workers.
    return {
      createScriptURL: () => {
        throw error;
      },
    };
  }
}

/**
 * The address of one of our workers, for `new Worker(...)`: the page's policy accepts no plain string there.
 * @throws TypeError for an address of another origin, and where another script created the page's policy
 */
export function workerAddress(url: string): string {
  // A trusted address is taken wherever a text is; the types of the platform do not know it yet.
  return policy.createScriptURL(url) as string;
}

function ownAddress(url: string): string {
  const { origin, href } = new URL(url, location.href);
  if (origin !== location.origin) throw new TypeError('A worker of this page comes from its own origin.');
  return href;
}
