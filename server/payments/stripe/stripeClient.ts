import type Stripe from 'stripe';
import type { StripeSettings } from '../../env';
import { isTraced, traceHeaders } from '../../telemetry/traces';
import { StripeFailure } from './stripeFailure';

/** The version that the package's types describe. */
const apiVersion = '2026-10-28.endive';
/** Without any data received. */
const timeoutMs = 4_000;
/** Of a whole call, which the package does not limit. */
const deadlineMs = 6_000;

/** A call to Stripe; every failure is a StripeFailure. */
export type CallStripe = <T>(call: (stripe: Stripe) => Promise<T>) => Promise<T>;

export interface StripeAccess {
  readonly ask: CallStripe;
  /** A change, which Stripe may refuse. */
  readonly change: CallStripe;
}

/** Imports the package on demand: shops without Stripe never load it. */
export async function loadStripe({
  secretKey,
  apiBase,
}: Pick<StripeSettings, 'secretKey' | 'apiBase'>): Promise<Stripe> {
  const { default: StripeClient } = await import('stripe');
  return new StripeClient(secretKey, {
    apiVersion,
    timeout: timeoutMs,
    // Callers retry by themselves. A closed connection is retried once here: each POST has its idempotency key.
    maxNetworkRetries: 0,
    telemetry: false,
    appInfo: { name: 'Kiosk' },
    httpClient: wrap(StripeClient.createNodeHttpClient()),
    ...(apiBase !== null && hostOf(new URL(apiBase))),
  });
}

/** Adds the trace headers of the current span to each request, and keeps the status of responses that are not JSON. */
function wrap(client: Stripe.HttpClient): Stripe.HttpClient {
  const makeRequest: Stripe.HttpClient['makeRequest'] = async (host, port, path, method, headers, ...rest) => {
    const allHeaders = isTraced() ? { ...headers, ...traceHeaders() } : headers;
    return keepStatus(await client.makeRequest(host, port, path, method, allHeaders, ...rest));
  };
  return { getClientName: () => client.getClientName(), makeRequest };
}

/** The package's error about a text that is not JSON, such as a gateway's page, would not name the status. */
const keepStatus = (response: Stripe.HttpClientResponse): Stripe.HttpClientResponse => ({
  getStatusCode: () => response.getStatusCode(),
  getHeaders: () => response.getHeaders(),
  getRawResponse: (): unknown => response.getRawResponse(),
  toStream: (onEnd): unknown => response.toStream(onEnd),
  toJSON: () => response.toJSON().catch(() => ({ error: { type: 'api_error' } })),
});

function hostOf({ protocol, hostname, port }: URL) {
  const name = protocol === 'https:' ? 'https' : 'http';
  return {
    protocol: name,
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port || (name === 'https' ? 443 : 80),
  } as const;
}

export function accessBy(stripe: Promise<Stripe>): StripeAccess {
  const callAs =
    (isChange: boolean): CallStripe =>
    async (call) => {
      let timer: NodeJS.Timeout | undefined;
      const tooLate = new Promise<never>((_resolve, reject) => {
        timer = setTimeout(() => reject(new Error('deadline')), deadlineMs);
      });
      try {
        return await Promise.race([stripe.then(call), tooLate]);
      } catch (error) {
        throw new StripeFailure(error, isChange);
      } finally {
        clearTimeout(timer);
      }
    };
  return { ask: callAs(false), change: callAs(true) };
}
