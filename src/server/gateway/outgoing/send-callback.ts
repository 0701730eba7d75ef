/** One attempt to hand an event over by HTTP, signed in the form of Standard Webhooks, so that receivers need no code of their own to check it. */
import { createHmac } from 'node:crypto';
import { lookup as lookUp } from 'node:dns/promises';
import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import type { OutgoingProblem } from '../../../contract/inbox';
import { allowing, bare, type CallbackHost, callbackUrl, mayConnect } from './callback-hosts';

/** What came of an attempt; `problem` null: the other side took it. */
export type Attempt = { status: number | null; problem: OutgoingProblem | null };

export type Callback = {
  /** The same at every attempt. */
  id: string;
  url: string;
  body: string;
  /** `whsec_…` */
  secret: string;
};

export type SendOptions = {
  hosts: readonly CallbackHost[];
  version: string;
  /** Seconds since 1970 are signed with the body. */
  clock: () => number;
  /** All addresses of a name. */
  resolve?: (name: string) => Promise<{ address: string; family: number }[]>;
  timeoutMs?: number;
  /** Aborted when the gateway shuts down: what is under way is tried again after the next start. */
  closing?: AbortSignal;
};

const TIMEOUT_MS = 10_000;

/** Never rejects. Follows no redirect and reads only the status of the response: an address reveals nothing to whoever set it. */
export async function sendCallback(callback: Callback, options: SendOptions): Promise<Attempt> {
  const url = callbackUrl(callback.url);
  const host = url && allowing(options.hosts, url);
  if (!host) return { status: null, problem: 'not-allowed' };
  const late = AbortSignal.timeout(options.timeoutMs ?? TIMEOUT_MS);
  const ended = options.closing ? AbortSignal.any([late, options.closing]) : late;
  try {
    const addresses = await within(ended, addressesOf(bare(url.hostname), options.resolve));
    if (!mayReach(addresses, host)) return { status: null, problem: 'private' };
    const status = await post(url, addresses, callback, options, ended);
    return { status, problem: status >= 200 && status < 300 ? null : 'refused' };
  } catch {
    return { status: null, problem: late.aborted ? 'timeout' : 'unreachable' };
  }
}

/** Whether a host now resolves to an IP address that its entry does not allow; not where it cannot be resolved in time. */
export async function leadsInside(url: URL, host: CallbackHost, options: SendOptions): Promise<boolean> {
  try {
    const late = AbortSignal.timeout(options.timeoutMs ?? TIMEOUT_MS);
    return !mayReach(await within(late, addressesOf(bare(url.hostname), options.resolve)), host);
  } catch {
    return false;
  }
}

/** The signature of Standard Webhooks. @param seconds since 1970 */
export function signatureOf({ id, body, secret }: Omit<Callback, 'url'>, seconds: number): string {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  return `v1,${createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64')}`;
}

type Addresses = { address: string; family: number }[];

function mayReach(addresses: Addresses, host: CallbackHost): boolean {
  return addresses.every(({ address }) => mayConnect(address, host));
}

async function addressesOf(name: string, resolve: SendOptions['resolve']): Promise<Addresses> {
  const family = isIP(name);
  if (family !== 0) return [{ address: name, family }];
  const found = await (resolve?.(name) ?? lookUp(name, { all: true }));
  if (found.length === 0) throw new Error('no address');
  return found;
}

/** @returns the status of the response. The connection uses the checked addresses, even if the name resolves differently a moment later. */
function post(
  url: URL,
  addresses: Addresses,
  callback: Callback,
  { version, clock }: SendOptions,
  signal: AbortSignal,
): Promise<number> {
  const [first] = addresses as [Addresses[number]];
  const lookup: LookupFunction = (_name, options, done) =>
    options.all ? done(null, addresses) : done(null, first.address, first.family);
  const seconds = Math.floor(clock() / 1000);
  const body = Buffer.from(callback.body);
  const headers = {
    'content-type': 'application/json',
    'content-length': String(body.byteLength),
    'user-agent': `warehouse-console/${version}`,
    'webhook-id': callback.id,
    'webhook-timestamp': String(seconds),
    'webhook-signature': signatureOf(callback, seconds),
  };
  const request = url.protocol === 'https:' ? httpsRequest : httpRequest;
  return new Promise((resolve, reject) => {
    const sent = request(url, { method: 'POST', headers, lookup, signal, agent: false }, (answer) => {
      resolve(answer.statusCode ?? 0);
      answer.destroy();
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

function within<Value>(signal: AbortSignal, value: Promise<Value>): Promise<Value> {
  return Promise.race([
    value,
    new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true })),
  ]);
}
