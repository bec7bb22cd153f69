import type Stripe from 'stripe';
import type { StripeSettings } from '../../env';
import { isTraced, traceHeaders } from '../../telemetry/traces';
import { StripeFailure } from './stripeFailure';

/** Its types are of this one. */
const apiVersion = '2026-10-28.endive';
/** Of silence. */
const timeoutMs = 4_000;
/** Of a whole call, which the package does not limit. */
const deadlineMs = 6_000;

/** A call of Stripe; whatever else than an answer becomes of it is a StripeFailure. */
export type CallStripe = <T>(call: (stripe: Stripe) => Promise<T>) => Promise<T>;

export interface StripeAccess {
  readonly ask: CallStripe;
  /** Stripe may refuse it. */
  readonly change: CallStripe;
}

/** The package is loaded from here on: a shop without Stripe never does. */
export async function loadStripe({
  secretKey,
  apiBase,
}: Pick<StripeSettings, 'secretKey' | 'apiBase'>): Promise<Stripe> {
  const { default: StripeClient } = await import('stripe');
  return new StripeClient(secretKey, {
    apiVersion,
    timeout: timeoutMs,
    // Whoever asks comes again by itself. A closed connection is tried a second time all the same: each POST has its key.
    maxNetworkRetries: 0,
    telemetry: false,
    appInfo: { name: 'Kiosk' },
    ...(isTraced() && { httpClient: handingOn(StripeClient.createNodeHttpClient()) }),
    ...(apiBase !== null && placeOf(new URL(apiBase))),
  });
}

/** Each request names the trace that it belongs to. */
function handingOn(client: Stripe.HttpClient): Stripe.HttpClient {
  const makeRequest: Stripe.HttpClient['makeRequest'] = (host, port, path, method, headers, ...rest) =>
    client.makeRequest(host, port, path, method, { ...headers, ...traceHeaders() }, ...rest);
  return { getClientName: () => client.getClientName(), makeRequest };
}

function placeOf({ protocol, hostname, port }: URL) {
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
        return await Promise.race([call(await stripe), tooLate]);
      } catch (error) {
        throw new StripeFailure(error, isChange);
      } finally {
        clearTimeout(timer);
      }
    };
  return { ask: callAs(false), change: callAs(true) };
}
