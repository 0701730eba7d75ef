/**
 * Who may speak to the gateway: requests for a host name that is ours, from a page that is ours or from no page at all.
 * The first keeps out a foreign name that resolves to this machine, the second a foreign page that sends a person's browser here.
 */
import { authorizationHeader } from '../../../contract/calls';
import { type Config, isLoopback } from '../config/config';
import { failure } from './failure';

type Door = Pick<Config, 'host' | 'publicUrl'>;

/** The peer of a request's connection: the client, or a proxy. */
export type Caller = { address: string | undefined; connection?: Connection | undefined };

/** A connection of a server. */
export type Connection = {
  /** That it carries at the moment. */
  requests: number;
  /** Whether a call on it had a key that its platform has accepted. */
  isKnown: boolean;
};

/** `null` when the request may pass. */
export function refusedAtTheDoor(request: Request, door: Door): Response | null {
  const address = new URL(request.url);
  const host = request.headers.get('host') ?? address.host;
  if (!isOurHost(host, door) || !isOurHost(address.host, door) || address.username !== '' || address.password !== '') {
    return failure(
      'refused-host',
      `This gateway does not serve the host ${JSON.stringify(host)}. If people reach it there, set PUBLIC_URL to that origin.`,
    );
  }
  if (!isOurOrigin(request, host, door)) {
    return failure('refused-origin', 'Requests from pages of other origins are refused.');
  }
  return null;
}

/** Whether a browser names the page that a request is from. */
export function isFromPage(request: Request): boolean {
  const site = request.headers.get('sec-fetch-site') ?? 'none';
  return request.headers.has('origin') || site !== 'none';
}

/** Destinations whose answers a browser runs, or takes for the look of a page. */
const CODE = /^(script|style|xslt|(audio|paint)worklet|(shared|service)?worker)$/;

/** Whether a browser asks for something to run: of the console's own files it may, of data never. */
export function asksForCode(request: Request): boolean {
  return CODE.test(request.headers.get('sec-fetch-dest') ?? '');
}

/** Whether a request carries a key of the API, whoever's it may be. */
export function hasKey(request: Request): boolean {
  return /^Bearer +\S/i.test(request.headers.get(authorizationHeader) ?? '');
}

/** Whether a request carries more than one key: one server takes the first of them, another the last. A key has no space, so what joins two shows. */
export function hasTwoKeys(request: Request): boolean {
  return /,(\s|$)/.test(request.headers.get(authorizationHeader) ?? '');
}

const FILE_LINK = /^\/env\/[^/]+\/files\//;
/** A name or address, and a port: nothing that an address would read as something else, such as a user before an @. */
const HOST_FORM = /^(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(:\d{1,5})?$/i;

function isOurHost(host: string, door: Door): boolean {
  if (!HOST_FORM.test(host) || !URL.canParse(`http://${host}`)) return false;
  const { hostname } = new URL(`http://${host}`);
  if (isLoopback(hostname)) return true;
  if (hostname.replace(/^\[|\]$/g, '') === door.host) return true;
  return door.publicUrl !== null && hostname === new URL(door.publicUrl).hostname;
}

/**
 * A browser sends the page's origin in every request that is not a plain read: ours is PUBLIC_URL, or this host without TLS. `Sec-Fetch-Site` says the same and cannot be set by a page; it decides first,
 * because with `Referrer-Policy: no-referrer` some requests of our own page carry `Origin: null`. Another page may link here; what it embeds, fetches or
 * probes is refused.
 */
function isOurOrigin(request: Request, host: string, door: Door): boolean {
  const site = request.headers.get('sec-fetch-site');
  if (site === 'same-origin') return true;
  const origin = request.headers.get('origin');
  if (origin !== null) return origin === door.publicUrl || origin === new URL(`http://${host}`).origin;
  if (site === null || site === 'none') return true;
  if (request.method !== 'GET') return false;
  // A picture in a sandboxed document counts as cross-site; the link's signature grants access.
  return request.headers.get('sec-fetch-mode') === 'navigate' || FILE_LINK.test(new URL(request.url).pathname);
}
