import type { PaymentProvider } from '../payments/provider';
import { createTestProvider } from '../payments/testProvider';
import type { TestPaymentDocument, TestRefund } from '../payments/testPayments.repository';
import type { Repositories } from '../collections/repositories';

/** What a judge of the money needs of a payment. */
export type JudgedPayment = Pick<
  TestPaymentDocument,
  '_id' | 'checkout' | 'amountCents' | 'status' | 'capturedCents'
> & {
  readonly refunds: readonly Pick<TestRefund, 'id' | 'amountCents' | 'failsAt'>[];
};

/** A provider with its buyers' side. */
export interface PlayedProvider {
  readonly provider: PaymentProvider;
  /** What a buyer's browser asks of it; it refuses what is over. */
  readonly pay: (id: string, secret: string, number: string) => Promise<unknown>;
  readonly answerBank: (id: string, secret: string, isConfirmed: boolean) => Promise<unknown>;
  /** undefined: its books are in the shop's database. */
  readonly payments: () => Promise<readonly JudgedPayment[] | undefined>;
}

export type PlayProvider = (repositories: Repositories, now: () => Date) => PlayedProvider;

export const playTestProvider: PlayProvider = ({ testPayments }, now) => {
  const secret = () => Promise.resolve('secret');
  const provider = createTestProvider({ payments: testPayments, secret, noticeUrl: () => '', now });
  return {
    provider,
    pay: (id, clientSecret, number) => provider.pay(id, clientSecret, { number, expiry: '12/99', securityCode: '123' }),
    answerBank: provider.answerBank,
    payments: () => Promise.resolve(undefined),
  };
};
