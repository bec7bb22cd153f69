import { isIP } from 'node:net';
import { isLoopbackAddress, isPublicAddress } from './publicAddress';

export const maximumUrlLength = 1_000;

/** Which addresses webhooks may be sent to. */
export interface AddressRules {
  /** Whether private addresses are allowed. */
  readonly privateAddresses: boolean;
  /** Whether loopback addresses without TLS are allowed, for development. */
  readonly plainLoopback: boolean;
}

/** Checks the URL's text; null: allowed. The resolved addresses are checked at each delivery. */
export function undeliverableReason(text: string, { privateAddresses, plainLoopback }: AddressRules): string | null {
  if (text.length > maximumUrlLength) return `url must be at most ${maximumUrlLength} characters`;
  if (!URL.canParse(text)) return 'url must be an address such as https://example.com/hooks';
  const { protocol, hostname, port, username, password, hash } = new URL(text);
  const host = hostname.replace(/^\[|\]$/g, '');
  if (username !== '' || password !== '') return 'url must not hold a name or a password';
  if (hash !== '') return 'url must not have a part after #';
  const isPlain = protocol === 'http:' && plainLoopback && (host === 'localhost' || isLoopbackAddress(host));
  if (protocol !== 'https:' && !isPlain) return 'url must start with https://';
  if (host === '' || host.endsWith('.')) return 'url must name a host';
  if (port !== '' && Number(port) < 1_024 && !privateAddresses) return 'url must have port 443, or one from 1024 on';
  if (privateAddresses) return null;
  if (isIP(host) !== 0 ? !isPublicAddress(host) : isLocalName(host))
    return 'url must be of the internet: this is a private address';
  return null;
}

/** Reserved names without public servers. */
const isLocalName = (host: string): boolean =>
  !host.includes('.') || /\.(localhost|local|internal|home\.arpa|lan|test|invalid)$/.test(host);
