import { TRUSTED_TYPES_POLICY } from '../../contract/gateway';

interface Rules {
  createScriptURL(url: string): string;
  createHTML(html: string): string;
}

interface PagePolicy {
  createScriptURL(url: string): unknown;
  createHTML(html: string): unknown;
}

/**
 * The one policy that the page may create, made as soon as this module is there: `app/main` imports it before anything else, and a browser refuses a
 * second one of that name, so no script that comes later can make it in our place. It lets through the addresses of this origin, and HTML for a document
 * that is no page: no other part gets hold of it.
 */
const policy = createPagePolicy();

function createPagePolicy(): PagePolicy {
  const { trustedTypes } = globalThis as { trustedTypes?: { createPolicy(name: string, rules: Rules): PagePolicy } };
  const rules: Rules = { createScriptURL: ownAddress, createHTML: (html) => html };
  try {
    return trustedTypes?.createPolicy(TRUSTED_TYPES_POLICY, rules) ?? rules;
  } catch (error) {
    // Another script created it, or forbids it: the page works without workers and the HTML of clipboards.
    const refuse = () => {
      throw error;
    };
    return { createScriptURL: refuse, createHTML: refuse };
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

/**
 * The document of some HTML, inert: no script in it runs and nothing is loaded. Null where the browser refuses it.
 * @returns a document to read texts from, with each `style` as `data-style`; its nodes must not be put into the page
 */
export function inertDocument(html: string): Document | null {
  // The page's policy blocks styles and handlers in this document too, and would report each of them.
  const quiet = html
    .replace(/<style[\s>].*?<\/style>/gis, '')
    .replace(/<[a-z][^>]*>/gi, (tag) => tag.replace(/\s(?=(?:style|on\w+)\s*=)/gi, ' data-'));
  try {
    return new DOMParser().parseFromString(policy.createHTML(quiet) as string, 'text/html');
  } catch {
    return null;
  }
}

function ownAddress(url: string): string {
  const { origin, href } = new URL(url, location.href);
  if (origin !== location.origin) throw new TypeError('A worker of this page comes from its own origin.');
  return href;
}
