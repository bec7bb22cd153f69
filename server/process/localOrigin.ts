import { isIPv6 } from 'node:net';

/** The origin for clients on this machine; wildcard addresses become the loopback one. */
export function localOrigin(host: string, port: number): string {
  const everywhere: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' };
  const name = everywhere[host] ?? host;
  return `http://${isIPv6(name) ? `[${name}]` : name}:${port}`;
}
