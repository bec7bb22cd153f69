import { randomUUID } from 'node:crypto';
import type { Repositories } from '../collections/repositories';
import { storeNotice } from '../notices/storeNotice';
import { createTestProvider } from '../payments/testProvider';

export const noticeOperations = ['paymentNotices', 'providerPayments', 'replayNotice', 'sendTestNotice'] as const;

/** The calls of the access test to payments and their notices. */
export function noticeAttempts(repositories: () => Pick<Repositories, 'paymentNotices' | 'testPayments'>) {
  const now = () => new Date();
  async function newNotice(): Promise<string> {
    const notice = { id: `evt_${randomUUID()}`, providerId: 'none:1', kind: 'payment.authorized' };
    const stored = await storeNotice({ repositories: repositories(), now }, 'test', notice);
    return stored?._id ?? '';
  }
  async function newPayment(): Promise<string> {
    const secret = () => Promise.resolve('secret');
    const provider = createTestProvider({
      ...{ payments: repositories().testPayments, secret, noticeUrl: () => '', now },
    });
    const id = `${randomUUID()}:1`;
    await provider.start({ id, amountCents: 100, checkout: 'none', order: 'K-0000-0000', email: 'buyer@kiosk.test' });
    return id;
  }
  return {
    paymentNotices: () => ({
      query: '{ paymentNotices { nodes { id status orderNumber } totalCount } }',
      variables: {},
    }),
    providerPayments: () => ({ query: '{ providerPayments { nodes { id orderNumber result } } }', variables: {} }),
    replayNotice: async () => ({
      query: 'mutation R($input: ReplayNoticeInput!) { replayNotice(input: $input) { paymentNotice { status } } }',
      variables: { input: { id: await newNotice() } },
    }),
    sendTestNotice: async () => ({
      query: 'mutation S($input: SendTestNoticeInput!) { sendTestNotice(input: $input) { providerPayment { id } } }',
      variables: { input: { paymentId: await newPayment(), way: 'LOSE' } },
    }),
  };
}
