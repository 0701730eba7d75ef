/** Who is at the other end: the IP address of a client, and the group of addresses that counts as one client. */
import { isIPv4, isIPv6 } from 'node:net';
import { isLoopback } from '../config/config';
import { dotted } from '../outgoing/callback-hosts';
import type { Caller, Connection } from './guard';

/** Who a request is from. */
export type Client = {
  /** Of `clientAddress`. */
  address: string | null;
  /** Of `addressGroup`. */
  group: string | null;
  /** That it came on; none where the gateway asks itself. */
  connection?: Connection | undefined;
};

export function clientOf(request: Request, caller: Caller | undefined, trustProxy: boolean): Client {
  const address = clientAddress(request, caller, trustProxy);
  return { address, group: addressGroup(address), connection: caller?.connection };
}

/** Stands for every client whose trusted proxy names it by something other than an IP address. */
const UNKNOWN = 'unknown';

/**
 * The IP address of the client: the peer's, or the one named last by a trusted proxy, without port and zone; `unknown` where that is no IP address, so that
 * what varies in it makes no new client. `null` for a request from within the gateway.
 */
export function clientAddress(request: Request, caller: Caller | undefined, trustProxy: boolean): string | null {
  // Each proxy appends: earlier entries come from the client.
  const forwarded = trustProxy ? request.headers.get('x-forwarded-for')?.split(',').at(-1) : undefined;
  const address = forwarded ?? caller?.address;
  return address === undefined ? null : (ipAddressIn(address) ?? UNKNOWN);
}

/**
 * The addresses that one client has: an IPv4 address, or an IPv6 network of 64 bits. `null` for this machine, where a proxy may send for everyone.
 * @param address of `clientAddress`
 */
export function addressGroup(address: string | null): string | null {
  if (address === null || isLoopback(address)) return null;
  return isIPv6(address) ? networkOf(address) : address;
}

/** The group of the address at the other end of a connection. */
export function groupOfPeer(address: string | undefined): string | null {
  return addressGroup(address === undefined ? null : (ipAddressIn(address) ?? UNKNOWN));
}

/** An IP address in its one form, out of `203.0.113.7:443`, `[2001:DB8::1]:443`, `fe80::1%eth0` or `::ffff:203.0.113.7`. */
function ipAddressIn(text: string): string | null {
  const [, bracketed, bare = text.trim()] = /^\[([^\]]*)\](?::\d+)?$|^([\d.]+)(?::\d+)?$/.exec(text.trim()) ?? [];
  const address = (bracketed ?? bare).replace(/%.*$/, '');
  if (isIPv4(address)) return address;
  if (!isIPv6(address)) return null;
  const canonical = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const mapped = /^::ffff:([0-9a-f:]+)$/.exec(canonical)?.[1];
  return mapped === undefined ? canonical : dotted(mapped);
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
