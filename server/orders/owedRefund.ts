import type { OrderDocument, StoredRefund } from './orderDocument';
import { refundableCents } from './refundRules';

interface Debt {
  cents: number;
  readonly since: Date;
  /** Refused: its pieces count as not refunded, so that refunding them makes it good. Else only an amount does. */
  readonly isRefused: boolean;
}

/** A refund that was begun, or its failure. */
interface Moment {
  readonly at: Date;
  readonly refund: StoredRefund;
  readonly hasFailed: boolean;
}

/**
 * What refunds that were refused or failed owe the buyer, less what later ones have made good, and since when. A later
 * one that fails as well owes only what it was for. null: nothing that can be given back.
 */
export function owedRefund(
  order: Pick<OrderDocument, 'refunds' | 'payment'>,
): { readonly cents: number; readonly since: Date } | null {
  const debts: Debt[] = [];
  for (const { at, refund, hasFailed } of momentsOf(order.refunds ?? [])) {
    if (hasFailed) debts.push({ cents: refund.amountCents, since: at, isRefused: refund.failedAt === undefined });
    else repay(debts, refund);
  }
  const cents = Math.min(
    debts.reduce((sum, debt) => sum + debt.cents, 0),
    refundableCents(order),
  );
  const oldest = debts.find((debt) => debt.cents > 0);
  return oldest && cents > 0 ? { cents, since: oldest.since } : null;
}

function repay(debts: readonly Debt[], { kind, amountCents, extraCents }: StoredRefund): void {
  let left = amountCents;
  // A cancellation gives all of it back.
  let amountLeft = kind === 'cancellation' ? amountCents : Math.max(0, extraCents);
  for (const debt of debts) {
    const paid = Math.min(debt.cents, debt.isRefused ? left : amountLeft);
    debt.cents -= paid;
    left -= paid;
    // What is beside the amount goes first.
    amountLeft = debt.isRefused ? Math.min(amountLeft, left) : amountLeft - paid;
  }
}

/** In order of time. Refunds are stored in the order in which they were begun: at one moment, that order decides. */
function momentsOf(refunds: readonly StoredRefund[]): Moment[] {
  const moments = refunds.flatMap((refund): Moment[] => {
    const failedAt = failureOf(refund);
    const begun = { at: refund.begunAt, refund, hasFailed: false };
    return failedAt ? [begun, { at: failedAt, refund, hasFailed: true }] : [begun];
  });
  return moments.sort((left, right) => left.at.getTime() - right.at.getTime());
}

const failureOf = ({ step, begunAt, failedAt }: StoredRefund): Date | null =>
  failedAt ?? (step === 'refused' ? begunAt : null);
