import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import type { Context } from '../context';
import type { SagaDeps } from './sagaDeps';
import type { Repositories } from '../collections/repositories';
import { noProvider } from '../payments/noProvider';
import type { PaymentProvider } from '../payments/provider';
import { offlineProvider } from '../payments/offlineProvider';
import { createStripeProvider } from '../payments/stripe/stripeProvider';
import { createTestProvider } from '../payments/testProvider';
import { instrumentProvider } from '../payments/instrumentProvider';
import { unobserved, type ObserveCall } from '../telemetry/observeCall';
import type { PaymentSettings } from '../env';

export interface SagaOptions {
  readonly repositories: Pick<Repositories, 'testPayments' | 'stripePayments' | 'shopKey'>;
  /** The shop's own origin, to which the provider sends its notices. */
  readonly publicUrl: () => string;
  readonly now?: () => Date;
  readonly captureAfterMinutes?: SagaDeps['captureAfterMinutes'];
  /** null: payments are switched off. */
  readonly payments?: PaymentSettings | null;
  readonly watch?: ObserveCall;
  readonly log?: Pick<Logger, 'warn'>;
  /** False: no calls to the provider. */
  readonly isOutbound?: boolean;
}

/** The dependencies of this process's purchases. */
export function createSaga({
  repositories,
  publicUrl,
  now = () => new Date(),
  captureAfterMinutes = 10,
  payments = { name: 'test' },
  watch = unobserved,
  log = { warn: () => undefined },
  isOutbound = true,
}: SagaOptions): Context['saga'] {
  const asked = instrumentProvider(createProvider(payments, { repositories, publicUrl, now, log }), watch);
  const provider = isOutbound ? asked : offlineProvider(asked);
  return { provider, owner: randomUUID(), captureAfterMinutes };
}

function createProvider(
  settings: PaymentSettings | null,
  { repositories, publicUrl, now, log }: Pick<Required<SagaOptions>, 'repositories' | 'publicUrl' | 'now' | 'log'>,
): PaymentProvider {
  switch (settings?.name) {
    case undefined:
      return noProvider;
    case 'stripe':
      return createStripeProvider({ settings, payments: repositories.stripePayments, now, log });
    case 'test':
      return createTestProvider({
        payments: repositories.testPayments,
        secret: () => repositories.shopKey.mac('payment notices'),
        noticeUrl: () => `${publicUrl()}/api/webhooks/test`,
        now,
      });
  }
}
