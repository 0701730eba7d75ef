import { authorizationHeader } from '../../../contract/addresses';
import { INBOX_TOKEN_HEADER } from '../../../contract/gateway';

const OUTAGE_LINE_MS = 60_000;
let outageTold = Number.NEGATIVE_INFINITY;

/**
 * One line for people; a fault with where it happened, and not with the request, which may hold a key. A database that does not answer fails all that is under
 * way: it is one line a minute, without where it was noticed.
 */
export function log(message: string, fault?: unknown): void {
  if (isOutage(fault)) {
    if (performance.now() - outageTold < OUTAGE_LINE_MS) return;
    outageTold = performance.now();
    console.error(`${message}: ${fault.message} This is said once a minute.`);
    return;
  }
  if (fault === undefined) console.log(message);
  else console.error(`${message}: ${faultText(fault)}`.replace(/\s*\n\s*/g, ' | '));
}

/** Method and path of a request, without what opens something to whoever reads it: callback addresses and signed links. */
export function loggedCall(request: Request): string {
  const path = new URL(request.url).pathname;
  return `${request.method} ${path.replace(/^(\/callback\/[^/]*|.*?\/files)\/.*$/, '$1/…')}`;
}

/** By its name: in development the classes of the log and of the database are loaded apart. */
function isOutage(fault: unknown): fault is Error {
  return fault instanceof Error && fault.name === 'DatabaseUnavailable';
}

/** An outage as it is, and of every other fault the text in which the secrets of its request, should they have come into it, cannot be read. */
export function withoutSecrets(fault: unknown, request: Request): unknown {
  if (isOutage(fault)) return fault;
  let text = faultText(fault);
  for (const header of [authorizationHeader, INBOX_TOKEN_HEADER]) {
    const secret = request.headers.get(header)?.replace(/^Bearer +/i, '');
    if (secret) text = text.replaceAll(secret, '…');
  }
  return text;
}

function faultText(fault: unknown): string {
  return fault instanceof Error ? (fault.stack ?? fault.message) : String(fault);
}
