import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import proxyAddr from 'proxy-addr';

/** The address that a request came from, past the proxies that are believed. */
export type AddressOf = (request: IncomingMessage) => string;

/** The client that an address belongs to, as limits count clients. */
export type ClientOf = (address: string) => string;

/** `trustProxy`: how many proxies stand in front, or their addresses and networks with commas between. */
export function addressReader(trustProxy: false | number | string): AddressOf {
  if (trustProxy === false) return ({ socket }) => socket.remoteAddress ?? '';
  const isProxy =
    typeof trustProxy === 'number'
      ? (_address: string, hop: number) => hop < trustProxy
      : proxyAddr.compile(trustProxy.split(',').map((part) => part.trim().toLowerCase()));
  return (request) => proxyAddr(request, isProxy) ?? '';
}

/**
 * Whether it is the address of a proxy or a network of them. proxy-addr also takes numbers and shortened addresses for addresses
 * ('10' is 0.0.0.10), which nobody means.
 */
export function isProxyAddress(text: string): boolean {
  const isNamed = /^(loopback|linklocal|uniquelocal)$/i.test(text);
  const address = text.replace(/\/\d{1,3}$/, '');
  // Where it is reached (fe80::1%eth0) is no part of an address that a header has.
  if (!isNamed && (isIP(address) === 0 || address.includes('%'))) return false;
  try {
    proxyAddr.compile([text.toLowerCase()]);
    return true;
  } catch {
    return false;
  }
}

/** A proxy may hand on what a caller wrote: no address is longer. */
const longestAddress = 45;

/**
 * An IPv6 customer owns a whole prefix, mostly of 56 bits, so that is one client. Some proxies write the port too, which differs
 * with each connection.
 */
export function clientKey(address: string, ipv6Prefix: number): string {
  const ip = /^([\d.]+):\d+$/.exec(address)?.[1] ?? /^\[([^\]]+)\]/.exec(address)?.[1] ?? address;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1];
  if (mapped !== undefined) return mapped;
  if (!ip.includes(':')) return ip.slice(0, longestAddress);
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
