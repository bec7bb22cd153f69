import type { PaymentDispute } from './provider';
import type { TestLedger } from './testLedger';
import { createNotice } from './testNotices';
import type { TestRefund } from './testPayments.repository';

/** Tests alone: what happens at the provider's side without the shop. No page and no call leads here. */
export interface Elsewhere {
  /** Somebody gives money back in the provider's dashboard. */
  readonly refundElsewhere: (
    paymentId: string,
    refund: Pick<TestRefund, 'id' | 'amountCents' | 'failsAt'>,
  ) => Promise<void>;
  /** The holder of the card disputes the payment; the same dispute once more: what has become of it. */
  readonly dispute: (paymentId: string, dispute: Omit<PaymentDispute, 'openedAt'>) => Promise<void>;
}

export const createElsewhere = (ledger: TestLedger, now: () => Date): Elsewhere => ({
  async refundElsewhere(id, refund) {
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
