import { randomUUID } from 'node:crypto';
import type { Context } from '../context';
import type { SagaParts } from './sagaParts';
import type { Repositories } from '../collections/repositories';
import { closedProvider } from '../payments/closedProvider';
import { createTestProvider } from '../payments/testProvider';

export interface SagaOptions {
  readonly repositories: Pick<Repositories, 'testPayments' | 'shopKey'>;
  /** The shop's own origin: there the provider's notices go. */
  readonly publicUrl: () => string;
  readonly now?: () => Date;
  readonly captureAfterMinutes?: SagaParts['captureAfterMinutes'];
  /** null: nothing can be bought. */
  readonly paymentProvider?: 'test' | null;
}

/** What purchases of this process are carried out with. */
export function createSaga({
  repositories,
  publicUrl,
  now = () => new Date(),
  captureAfterMinutes = 10,
  paymentProvider = 'test',
}: SagaOptions): Context['saga'] {
  const provider =
    paymentProvider === null
      ? closedProvider
      : createTestProvider({
          payments: repositories.testPayments,
          secret: () => repositories.shopKey.mac('payment notices'),
          noticeUrl: () => `${publicUrl()}/api/webhooks/test`,
          now,
        });
  return { provider, owner: randomUUID(), captureAfterMinutes };
}
