import { BlockList, isIP } from 'node:net';

/** Special-purpose addresses (RFC 6890) and metadata services of clouds. */
const special4: readonly (readonly [string, number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['168.63.129.16', 32],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.31.196.0', 24],
  ['192.52.193.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['192.175.48.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
];

/** Global addresses that embed others (Teredo, 6to4) or are unassigned. */
const special6: readonly (readonly [string, number])[] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['2620:4f:8000::', 48],
  ['3fff::', 20],
];

const listOf = (ranges: readonly (readonly [string, number])[], family: 'ipv4' | 'ipv6') => {
  const list = new BlockList();
  for (const [net, prefix] of ranges) list.addSubnet(net, prefix, family);
  return list;
};
const blocked4 = listOf(special4, 'ipv4');
const blocked6 = listOf(special6, 'ipv6');
const global6 = listOf([['2000::', 3]], 'ipv6');
const loopback = listOf([['127.0.0.0', 8]], 'ipv4');

/** Whether it is a public address. Those that embed an IPv4 address (`::ffff:10.0.0.1`, NAT64) are refused. */
export function isPublicAddress(address: string): boolean {
  const [bare = ''] = address.split('%');
  if (isIP(bare) === 4) return !blocked4.check(bare, 'ipv4');
  return isIP(bare) === 6 && global6.check(bare, 'ipv6') && !blocked6.check(bare, 'ipv6');
}

export const isLoopbackAddress = (address: string): boolean =>
  address === '::1' || (isIP(address) === 4 && loopback.check(address, 'ipv4'));
