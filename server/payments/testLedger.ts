import { ConflictError, NotFoundError } from '../errors';
import { unpaidExpiresAt } from './unpaidExpiry';
import type { TestPaymentDocument, TestPaymentsRepository } from './testPayments.repository';

/** A change of a payment; null: no change. */
export type LedgerChange = (
  payment: TestPaymentDocument,
) => Partial<Omit<TestPaymentDocument, '_id' | 'version'>> | null;

export interface TestLedger {
  /** Applies a pure change, retried after concurrent ones; rejects with what the change throws. */
  readonly apply: (id: string, change: LedgerChange) => Promise<TestPaymentDocument>;
  /** null: there is none. */
  readonly find: (id: string) => Promise<TestPaymentDocument | null>;
}

const attempts = 20;

/** TTL of a payment. */
export function paymentExpiry(status: TestPaymentDocument['status'], createdAt: Date): Date | null {
  const isUnpaid = status === 'awaiting' || status === 'confirming' || status === 'cancelled';
  return isUnpaid ? unpaidExpiresAt(createdAt) : null;
}

export function createTestLedger(payments: TestPaymentsRepository, now: () => Date): TestLedger {
  /** A pending payment is settled when its time has come. */
  const settled = (payment: TestPaymentDocument): TestPaymentDocument =>
    payment.status === 'pending' && payment.settlesAt && payment.settlesAt <= now()
      ? { ...payment, status: 'authorized' }
      : payment;

  async function find(id: string): Promise<TestPaymentDocument | null> {
    const payment = await payments.find(id);
    return payment && settled(payment);
  }

  async function apply(id: string, change: LedgerChange): Promise<TestPaymentDocument> {
    for (let attempt = 0; attempt < attempts; attempt += 1) {
      const payment = await find(id);
      if (!payment) throw new NotFoundError('There is no such payment.');
      const fields = change(payment);
      const expiresAt = paymentExpiry(fields?.status ?? payment.status, payment.createdAt);
      const after = fields === null ? payment : await payments.update(payment, { ...fields, expiresAt });
      if (after) return after;
    }
    throw new ConflictError('This payment is being changed. Please try again.');
  }

  return { apply, find };
}
