import { authorizationHeader } from '../../../contract/addresses';
import { INBOX_TOKEN_HEADER } from '../../../contract/gateway';

/** One line for people; a fault with where it happened, and not with the request, which may hold a key. */
export function log(message: string, fault?: unknown): void {
  if (fault === undefined) console.log(message);
  else console.error(`${message}: ${faultText(fault)}`.replace(/\s*\n\s*/g, ' | '));
}

/** Method and path of a request, without what opens something to whoever reads it: callback addresses and signed links. */
export function loggedCall(request: Request): string {
  const path = new URL(request.url).pathname;
  return `${request.method} ${path.replace(/^(\/callback\/[^/]*|.*?\/files)\/.*$/, '$1/…')}`;
}

/** The text of a fault in which the secrets of its request, should they have come into it, cannot be read. */
export function withoutSecrets(fault: unknown, request: Request): string {
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
