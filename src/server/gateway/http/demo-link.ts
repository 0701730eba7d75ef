/**
 * Who started the gateway gets the demo workspace, and nobody else: the start prints a link whose token one browser exchanges, once, for a cookie. Where a
 * request comes from proves nothing, because a forwarder on this machine may send for anyone.
 */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import * as v from 'valibot';
import { demoTokenSchema } from '../../../contract/gateway';
import { readBounded } from './body';
import { Refusal, wrongMethod } from './failure';

const MAX_REQUEST_BYTES = 1024;

export type DemoLink = {
  /** For the line of the start, and nowhere else. */
  token: string;
  /** `POST /gateway/demo/link`: the cookie for the token. @throws Refusal `wrong-token` when it is wrong or was used by another browser */
  redeem(request: Request): Promise<Response>;
  /** Whether a request has the cookie. */
  isHeldBy(request: Request): boolean;
};

/** Both are held in memory only, so that they end with the process. */
export function createDemoLink(): DemoLink {
  const [token, right] = [randomToken(), randomToken()];
  let isUsed = false;
  const link: DemoLink = {
    token,
    async redeem(request) {
      if (request.method !== 'POST') return wrongMethod('POST');
      const given = await givenToken(request);
      // The same browser may open the link again.
      if (link.isHeldBy(request)) return new Response(null, { status: 204 });
      if (isUsed || !isSame(given, token)) {
        throw new Refusal('wrong-token', 'This demo link was used already, or the gateway has been restarted since.');
      }
      isUsed = true;
      const cookie = `${cookieName(request)}=${right}; Path=/gateway/; HttpOnly; SameSite=Strict`;
      return new Response(null, { status: 204, headers: { 'set-cookie': cookie, 'cache-control': 'no-store' } });
    },
    isHeldBy(request) {
      const start = `${cookieName(request)}=`;
      const cookies = request.headers.get('cookie')?.split(/; */) ?? [];
      return cookies.some((cookie) => cookie.startsWith(start) && isSame(cookie.slice(start.length), right));
    },
  };
  return link;
}

async function givenToken(request: Request): Promise<string> {
  const text = new TextDecoder().decode(await readBounded(request, MAX_REQUEST_BYTES));
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    json = null;
  }
  const result = v.safeParse(demoTokenSchema, json);
  if (!result.success) throw new Refusal('bad-request', 'The request body must be {"token": "…"}.');
  return result.output.token;
}

/** Cookies of a host are shared by its ports: each gateway has a name of its own. */
function cookieName(request: Request): string {
  return `warehouse-console-demo-${new URL(request.url).port || '0'}`;
}

function randomToken(): string {
  return randomBytes(32).toString('base64url');
}

function isSame(given: string, right: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(right));
}
