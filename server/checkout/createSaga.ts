import { randomUUID } from 'node:crypto';
import type { Context } from '../context';
import type { Repositories } from '../collections/repositories';
import { createTestProvider } from '../payments/testProvider';

interface Parts {
  readonly repositories: Pick<Repositories, 'testPayments' | 'shopKey'>;
  /** The shop's own origin: there the provider's notices go. */
  readonly publicUrl: () => string;
  readonly now?: () => Date;
  readonly captureAfterMinutes?: number;
}

/** What purchases of this process are carried out with. */
export function createSaga({
  repositories,
  publicUrl,
  now = () => new Date(),
  captureAfterMinutes = 10,
}: Parts): Context['saga'] {
  const provider = createTestProvider({
    payments: repositories.testPayments,
    secret: () => repositories.shopKey.mac('payment notices'),
    noticeUrl: () => `${publicUrl()}/api/webhooks/test`,
    now,
  });
  return { provider, owner: randomUUID(), captureAfterMinutes };
}
