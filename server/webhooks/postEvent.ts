import { lookup as dnsLookup, type LookupAddress, type LookupOptions } from 'node:dns';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest, type RequestOptions } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { undeliverableReason, type AddressRules } from './endpointUrl';
import { isPublicAddress } from './publicAddress';

export interface EventPost {
  readonly url: string;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly rules: AddressRules;
  readonly signal: AbortSignal;
  /** For tests. */
  readonly resolve?: Resolve;
}

export type PostResult =
  | { readonly result: 'ANSWERED'; readonly status: number; readonly retryAfter?: string | undefined }
  | { readonly result: 'FAILED'; readonly reason: string };

/** How much of a response is drained, so that the connection ends cleanly. */
const maximumAnswerBytes = 64 * 1024;

class PrivateAddressError extends Error {}

/** Sends a POST to public addresses only; the check applies to the resolved address that is connected to. Redirects are not followed. */
export async function postEvent(post: EventPost): Promise<PostResult> {
  const { url, rules, signal } = post;
  if (undeliverableReason(url, rules) !== null) return failed('The address is not allowed.');
  try {
    const response = await send(post);
    await drain(response, signal);
    return { result: 'ANSWERED', status: response.statusCode ?? 0, retryAfter: response.headers['retry-after'] };
  } catch (error) {
    return failed(reasonOf(error, signal));
  }
}

const failed = (reason: string): PostResult => ({ result: 'FAILED', reason });

function send({ url, body, headers, rules, signal, resolve: resolveName }: EventPost): Promise<IncomingMessage> {
  const target = new URL(url);
  const options: RequestOptions = {
    ...{ method: 'POST', agent: false, lookup: lookupBy(rules, resolveName), signal, maxHeaderSize: 16_384 },
    headers: {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      'user-agent': 'Kiosk-Webhooks/1',
      ...headers,
    },
  };
  return new Promise((resolve, reject) => {
    const request = (target.protocol === 'https:' ? httpsRequest : httpRequest)(target, options, resolve);
    request.once('error', reject);
    // IP literals are not resolved.
    request.once('socket', (socket) =>
      socket.once('connect', () => {
        const { remoteAddress = '' } = socket;
        if (!isAllowed(remoteAddress, rules)) request.destroy(new PrivateAddressError());
      }),
    );
    const host = target.hostname.replace(/^\[|\]$/g, '');
    if (isIP(host) !== 0 && !isAllowed(host, rules)) request.destroy(new PrivateAddressError());
    else request.end(body);
  });
}

const isAllowed = (address: string, { privateAddresses }: AddressRules): boolean =>
  privateAddresses || isPublicAddress(address);

/** The checked address is the one connected to, which prevents DNS rebinding. */
function lookupBy(rules: AddressRules, resolve: Resolve = resolveAll): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, options, (error, addresses) => {
      const allowed = addresses.filter(({ address }) => isAllowed(address, rules));
      const [first] = allowed;
      if (error || !first) callback(error ?? new PrivateAddressError(), '', 0);
      else if (options.all === true) callback(null, allowed);
      else callback(null, first.address, first.family);
    });
  };
}

type Resolve = (
  hostname: string,
  options: LookupOptions,
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

const resolveAll: Resolve = (hostname, options, callback) =>
  dnsLookup(hostname, { ...options, all: true }, (error, addresses = []) => callback(error, addresses));

async function drain(response: IncomingMessage, signal: AbortSignal): Promise<void> {
  let bytes = 0;
  await new Promise<void>((resolve) => {
    const end = () => {
      response.destroy();
      resolve();
    };
    response.on('data', (chunk: Buffer) => {
      bytes += chunk.byteLength;
      if (bytes > maximumAnswerBytes) end();
    });
    response.once('end', end).once('error', end).once('close', end);
    signal.addEventListener('abort', end, { once: true });
  });
}

const reasons: Readonly<Record<string, string>> = {
  ENOTFOUND: 'The host name has no address.',
  EAI_AGAIN: 'The host name cannot be looked up for now.',
  ECONNREFUSED: 'The connection was refused.',
  ECONNRESET: 'The connection was closed before an answer.',
  ETIMEDOUT: 'The host cannot be reached.',
  EHOSTUNREACH: 'The host cannot be reached.',
  ENETUNREACH: 'The host cannot be reached.',
};

/** Our own wording: error messages may contain internals. */
function reasonOf(error: unknown, signal: AbortSignal): string {
  if (error instanceof PrivateAddressError) return 'The host has a private address, which is not allowed.';
  if (signal.aborted) return 'There was no answer within 10 seconds.';
  const { code = '' } = error as { readonly code?: string };
  const known = reasons[code];
  if (known !== undefined) return known;
  return /^(CERT|ERR_TLS|ERR_SSL|DEPTH_ZERO|UNABLE_TO|SELF_SIGNED|EPROTO)/.test(code)
    ? `No secure connection: ${code}.`
    : 'There was no answer.';
}
