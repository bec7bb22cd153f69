import type { PaymentProvider } from '../payments/provider';
import { createTestProvider } from '../payments/testProvider';
import type { TestPaymentDocument, TestRefund } from '../payments/testPayments.repository';
import type { Repositories } from '../collections/repositories';

/** The fields of a payment that the check of the money needs. */
export type JudgedPayment = Pick<
  TestPaymentDocument,
  '_id' | 'checkout' | 'amountCents' | 'status' | 'capturedCents'
> & {
  readonly refunds: readonly Pick<TestRefund, 'id' | 'amountCents' | 'failsAt'>[];
};

/** A provider with the actions of its buyers. */
export interface PlayedProvider {
  readonly provider: PaymentProvider;
  /** Pays like the buyer's browser; refuses payments that have ended. */
  readonly pay: (id: string, secret: string, number: string) => Promise<unknown>;
  readonly answerBank: (id: string, secret: string, isConfirmed: boolean) => Promise<unknown>;
  /** undefined: the ledger is in the shop's database. */
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
