import { randomUUID } from 'node:crypto';
import type { Context } from '../context';
import type { SagaParts } from './sagaParts';
import type { Repositories } from '../collections/repositories';
import { closedProvider } from '../payments/closedProvider';
import type { PaymentProvider } from '../payments/provider';
import { silentProvider } from '../payments/silentProvider';
import { createStripeProvider } from '../payments/stripe/stripeProvider';
import { createTestProvider } from '../payments/testProvider';
import { watchProvider } from '../payments/watchProvider';
import { unwatched, type WatchCall } from '../telemetry/watchCall';
import type { PaymentSettings } from '../env';

export interface SagaOptions {
  readonly repositories: Pick<Repositories, 'testPayments' | 'stripePayments' | 'shopKey'>;
  /** The shop's own origin: there the provider's notices go. */
  readonly publicUrl: () => string;
  readonly now?: () => Date;
  readonly captureAfterMinutes?: SagaParts['captureAfterMinutes'];
  /** null: nothing can be bought. */
  readonly payments?: PaymentSettings | null;
  readonly watch?: WatchCall;
  /** False: the provider is asked for nothing. */
  readonly isOutbound?: boolean;
}

/** What purchases of this process are carried out with. */
export function createSaga({
  repositories,
  publicUrl,
  now = () => new Date(),
  captureAfterMinutes = 10,
  payments = { name: 'test' },
  watch = unwatched,
  isOutbound = true,
}: SagaOptions): Context['saga'] {
  const asked = watchProvider(createProvider(payments, { repositories, publicUrl, now }), watch);
  const provider = isOutbound ? asked : silentProvider(asked);
  return { provider, owner: randomUUID(), captureAfterMinutes };
}

function createProvider(
  settings: PaymentSettings | null,
  { repositories, publicUrl, now }: Pick<SagaOptions, 'repositories' | 'publicUrl'> & { readonly now: () => Date },
): PaymentProvider {
  switch (settings?.name) {
    case undefined:
      return closedProvider;
    case 'stripe':
      return createStripeProvider({ settings, payments: repositories.stripePayments, now });
    case 'test':
      return createTestProvider({
        payments: repositories.testPayments,
        secret: () => repositories.shopKey.mac('payment notices'),
        noticeUrl: () => `${publicUrl()}/api/webhooks/test`,
        now,
      });
  }
}
