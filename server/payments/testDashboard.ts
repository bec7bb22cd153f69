import type { PaymentDispute } from './provider';
import type { TestLedger } from './testLedger';
import { createNotice } from './testNotices';
import type { TestRefund } from './testPayments.repository';

/** For tests only: what happens at the provider without the shop, as in its dashboard. No page or API calls it. */
export interface ProviderDashboard {
  /** Somebody refunds in the provider's dashboard. */
  readonly refundInDashboard: (
    paymentId: string,
    refund: Pick<TestRefund, 'id' | 'amountCents' | 'failsAt'>,
  ) => Promise<void>;
  /** The cardholder disputes the payment; the same dispute again updates its status. */
  readonly dispute: (paymentId: string, dispute: Omit<PaymentDispute, 'openedAt'>) => Promise<void>;
}

export const createProviderDashboard = (ledger: TestLedger, now: () => Date): ProviderDashboard => ({
  async refundInDashboard(id, refund) {
    await ledger.apply(id, (before) => {
      if (before.refunds.some((earlier) => earlier.id === refund.id)) return null;
      const made: TestRefund = { ...refund, madeAt: now(), isForeign: true };
      const notices = [...before.notices, createNotice('payment.refunded', now())];
      return { refunds: [...before.refunds, made], notices };
    });
  },
  async dispute(id, dispute) {
    await ledger.apply(id, ({ disputes = [], notices: before }) => {
      const earlier = disputes.find((each) => each.id === dispute.id);
      const disputed: PaymentDispute = { ...dispute, openedAt: earlier?.openedAt ?? now() };
      const told = [...before, createNotice('payment.disputed', now())];
      return { disputes: [...disputes.filter((each) => each !== earlier), disputed], notices: told };
    });
  },
});
