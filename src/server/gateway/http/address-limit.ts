/** How often one address may send requests, so that a single client does not block others. */
import { isIPv6 } from 'node:net';
import { isLoopback } from '../config/config';
import type { Caller } from './guard';

/** What an address may ask at once, in seconds of its rate: a page opens with dozens of files. */
const BURST_SECONDS = 5;
/** Addresses that are counted at most; those with the oldest requests are dropped first. */
const MOST_ADDRESSES = 20_000;

/**
 * Counts a request of an address.
 * @param perSecond 0: no limit
 * @returns whether it is one too many
 */
export function createAddressLimit(perSecond: number, clock = () => performance.now()): (address: string) => boolean {
  const burst = perSecond * BURST_SECONDS;
  const asked = new Map<string, { left: number; at: number }>();
  return (address) => {
    if (perSecond === 0) return false;
    const now = clock();
    const before = asked.get(address) ?? { left: burst, at: now };
    const left = Math.min(burst, before.left + ((now - before.at) / 1000) * perSecond);
    asked.delete(address);
    asked.set(address, { left: Math.max(0, left - 1), at: now });
    const [oldest] = asked.keys();
    if (asked.size > MOST_ADDRESSES && oldest !== undefined) asked.delete(oldest);
    return left < 1;
  };
}

/**
 * The address a request counts for: the peer, or the one named by a trusted proxy; of IPv6 the network, as one customer has all of it.
 * `null`: none, as it came from this machine, where a proxy may send for everyone.
 */
export function countedAddress(request: Request, caller: Caller | undefined, trustProxy: boolean): string | null {
  // Each proxy appends: earlier entries come from the client.
  const forwarded = trustProxy ? request.headers.get('x-forwarded-for')?.split(',').at(-1)?.trim() : undefined;
  const address = (forwarded || caller?.address)?.replace(/^::ffff:/i, '').toLowerCase();
  if (address === undefined || isLoopback(address)) return null;
  return isIPv6(address) ? networkOf(address) : address;
}

/** The first 64 bits. */
function networkOf(address: string): string {
  const [head = '', tail] = address.split('::');
  const groups = head === '' ? [] : head.split(':');
  const after = tail ? tail.split(':') : [];
  const zeros =
    tail === undefined ? [] : Array.from({ length: Math.max(0, 8 - groups.length - after.length) }, () => '0');
  return `${[...groups, ...zeros, ...after].slice(0, 4).join(':')}::/64`;
}
