/** Where callback events may go that leave this gateway: only to hosts that the configuration names, and by a wildcard never into a private network. */
import { BlockList, isIP } from 'node:net';

/** One entry of `CALLBACK_HOSTS`. */
export type CallbackHost = {
  /** As it was written, to be shown. */
  text: string;
  /** `https:` unless it was written. */
  protocol: 'https:' | 'http:';
  /** Without a port, and without the `*.` of a wildcard. */
  name: string;
  wildcard: boolean;
  /** `''`: that of the protocol. */
  port: string;
  /** Written with its protocol and without a wildcard: the operator means this very machine, and may know it to be inside of the network. */
  mayBePrivate: boolean;
};

/** @returns null where it is no host */
export function callbackHostOf(text: string): CallbackHost | null {
  const parts = /^(?:(https?):\/\/)?(\*\.)?([a-z0-9]([a-z0-9.-]*[a-z0-9])?|\[[0-9a-f:.]+\])(?::(\d{1,5}))?$/i.exec(
    text,
  );
  const [, scheme, star, name = '', , port = ''] = parts ?? [];
  const address = `${scheme ?? 'https'}://${name}${port && `:${port}`}`;
  if (parts === null || !URL.canParse(address)) return null;
  // As an address will be compared: numbers of an IP address have many forms, and the port of a protocol is left out.
  const url = new URL(address);
  const isAddress = isIP(bare(url.hostname)) !== 0;
  if (star !== undefined && isAddress) return null;
  return {
    text,
    protocol: url.protocol as CallbackHost['protocol'],
    name: url.hostname,
    wildcard: star !== undefined,
    port: url.port,
    mayBePrivate: scheme !== undefined && star === undefined,
  };
}

/** The entry that allows an address; null where none does. */
export function allowing(hosts: readonly CallbackHost[], { protocol, hostname, port }: URL): CallbackHost | null {
  const fits = (host: CallbackHost) =>
    host.protocol === protocol &&
    host.port === port &&
    (host.wildcard ? hostname.endsWith(`.${host.name}`) : hostname === host.name);
  const found = hosts.filter(fits);
  return found.find(({ mayBePrivate }) => mayBePrivate) ?? found[0] ?? null;
}

/** A given address in its stored form; null where callbacks cannot be sent to it. */
export function callbackUrl(text: string): URL | null {
  if (text.length > 2000 || !URL.canParse(text)) return null;
  const url = new URL(text);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return null;
  return url.username || url.password || url.hash ? null : url;
}

const never = new BlockList();
const inside = new BlockList();
/** A machine in a cloud finds its credentials at a link-local address; the others are unused. */
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['169.254.0.0', 16],
  ['224.0.0.0', 3],
] as const)
  never.addSubnet(network, bits, 'ipv4');
for (const [network, bits] of [
  ['::', 128],
  ['fe80::', 10],
  ['ff00::', 8],
  // Addresses of the other family in disguise.
  ['64:ff9b::', 32],
  ['2001::', 32],
  ['2002::', 16],
] as const)
  never.addSubnet(network, bits, 'ipv6');
for (const [network, bits] of [
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
] as const)
  inside.addSubnet(network, bits, 'ipv4');
// With ::1, and addresses of the other family.
inside.addSubnet('::', 96, 'ipv6');
inside.addSubnet('fc00::', 7, 'ipv6');

/** Whether a connection to an IP address may be made for an entry. */
export function mayConnect(address: string, host: Pick<CallbackHost, 'mayBePrivate'>): boolean {
  const mapped = /^::ffff:(.*)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mayConnect(dotted(mapped), host);
  const family = isIP(address);
  if (family === 0) return false;
  const kind = family === 4 ? 'ipv4' : 'ipv6';
  return !never.check(address, kind) && (host.mayBePrivate || !inside.check(address, kind));
}

/** The IPv4 address in the last 32 bits of an IPv6 address: of `7f00:1` as after `::ffff:`; a dotted one unchanged. */
export function dotted(tail: string): string {
  if (tail.includes('.')) return tail;
  const [high = '', low = ''] = tail.split(':');
  const [a, b] = [Number.parseInt(high, 16), Number.parseInt(low, 16)];
  return [a >> 8, a & 255, b >> 8, b & 255].join('.');
}

/** A host name of an address as IP functions take it: without brackets. */
export function bare(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, '');
}
