import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import proxyAddr from 'proxy-addr';

/** The client's network address behind the trusted proxies. */
export type AddressOf = (request: IncomingMessage) => string;

/** The client of an address, for rate limits. */
export type ClientOf = (address: string) => string;

/** `trustProxy`: the number of proxies in front, or their addresses and networks, separated by commas. */
export function addressReader(trustProxy: false | number | string): AddressOf {
  if (trustProxy === false) return ({ socket }) => socket.remoteAddress ?? '';
  const isProxy =
    typeof trustProxy === 'number'
      ? (_address: string, hop: number) => hop < trustProxy
      : proxyAddr.compile(trustProxy.split(',').map((part) => part.trim().toLowerCase()));
  return (request) => proxyAddr(request, isProxy) ?? '';
}

/**
 * Whether it is a proxy's address or network. proxy-addr also accepts numbers and abbreviated addresses ('10' is
 * 0.0.0.10), which are never intended.
 */
export function isProxyAddress(text: string): boolean {
  const isNamed = /^(loopback|linklocal|uniquelocal)$/i.test(text);
  const address = text.replace(/\/\d{1,3}$/, '');
  // A zone id (fe80::1%eth0) cannot occur in a header's address.
  if (!isNamed && (isIP(address) === 0 || address.includes('%'))) return false;
  try {
    proxyAddr.compile([text.toLowerCase()]);
    return true;
  } catch {
    return false;
  }
}

/** Longer ones are forged: a proxy may forward what a caller sent. */
const maxAddressLength = 45;

/**
 * An IPv6 customer owns a whole prefix, usually a /56, which counts as one client. Some proxies append the port, which
 * differs per connection.
 */
export function clientKey(address: string, ipv6Prefix: number): string {
  const ip = /^([\d.]+):\d+$/.exec(address)?.[1] ?? /^\[([^\]]+)\]/.exec(address)?.[1] ?? address;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1];
  if (mapped !== undefined) return mapped;
  if (!ip.includes(':')) return ip.slice(0, maxAddressLength);
  const [head = '', tail] = ip.toLowerCase().split('%')[0]?.split('::') ?? [];
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros =
    tail === undefined ? [] : Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => '0');
  const groups = [...left, ...zeros, ...right].slice(0, Math.ceil(ipv6Prefix / 16)).map((group, index) => {
    const ownBits = Math.min(16, ipv6Prefix - 16 * index);
    return (Number.parseInt(group, 16) & (0xffff << (16 - ownBits)) & 0xffff).toString(16);
  });
  return `${groups.join(':')}::/${ipv6Prefix}`;
}
