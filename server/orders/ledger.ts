import type { OrderDocument, StoredDispute, StoredRefund } from './orderDocument';

export type LedgerKind =
  'AUTHORIZED' | 'CAPTURED' | 'VOIDED' | 'REFUNDED' | 'REFUND_FAILED' | 'DISPUTED' | 'DISPUTE_WON';

/** A movement of money, and the balance after it. */
export interface LedgerLine {
  readonly at: Date;
  readonly what: LedgerKind;
  readonly amountCents: number;
  readonly balanceCents: number;
}

type Money = Pick<OrderDocument, 'payment' | 'refunds' | 'disputes' | 'totalCents' | 'createdAt'>;

/** Derived from payment, refunds and disputes; the last balance is what the shop has received in total. */
export function ledgerOf(order: Money): LedgerLine[] {
  let balanceCents = 0;
  return movementsOf(order).map((movement) => {
    balanceCents += signs[movement.what] * movement.amountCents;
    return { ...movement, balanceCents };
  });
}

const signs: Readonly<Record<LedgerKind, number>> = {
  ...{ AUTHORIZED: 0, CAPTURED: 1, VOIDED: 0 },
  ...{ REFUNDED: -1, REFUND_FAILED: 1 },
  ...{ DISPUTED: -1, DISPUTE_WON: 1 },
};

/** The balance of the last line. */
export const netCents = (order: Money): number => ledgerOf(order).at(-1)?.balanceCents ?? 0;

/** In causal order, whatever the clocks of several processes say. */
function movementsOf({ payment, refunds = [], disputes = [], totalCents, createdAt }: Money): Movement[] {
  const { id, capturedCents, capturedAt, voidedAt, status, refundedCents = 0 } = payment;
  const done = refunds.filter(({ doneAt, amountCents }) => doneAt !== null && amountCents > 0);
  const recorded = done.reduce((sum, { amountCents, failedAt }) => sum + (failedAt ? 0 : amountCents), 0);
  const at = capturedAt ?? createdAt;
  return [
    ...(id === '' ? [] : [{ at: createdAt, what: 'AUTHORIZED' as const, amountCents: totalCents }]),
    ...(capturedCents > 0 ? [{ at, what: 'CAPTURED' as const, amountCents: capturedCents }] : []),
    ...(status === 'voided' && id !== ''
      ? [{ at: voidedAt ?? createdAt, what: 'VOIDED' as const, amountCents: totalCents }]
      : []),
    ...mergeByDate(refundMovements(done, at), disputeMovements(disputes)),
    // Orders of older versions have no refund records.
    ...(refundedCents > recorded ? [{ at, what: 'REFUNDED' as const, amountCents: refundedCents - recorded }] : []),
  ];
}

/** Merges by date; each list keeps its own order. */
function mergeByDate(movements: readonly Movement[], others: readonly Movement[]): Movement[] {
  const left = [...others];
  const merged = movements.flatMap((movement) => {
    const before = left.filter(({ at }) => at < movement.at);
    left.splice(0, before.length);
    return [...before, movement];
  });
  return [...merged, ...left];
}

/** The provider withdraws the money when a dispute opens, and returns it when it is won. */
export function disputeMovements(disputes: readonly StoredDispute[]): Movement[] {
  const movements = disputes.flatMap(({ takenAt, closedAt, status, amountCents }): Movement[] => [
    ...(takenAt ? [{ at: takenAt, what: 'DISPUTED' as const, amountCents }] : []),
    ...(takenAt && closedAt && status === 'won' ? [{ at: closedAt, what: 'DISPUTE_WON' as const, amountCents }] : []),
  ]);
  return movements.sort((one, other) => one.at.getTime() - other.at.getTime());
}

type Movement = Omit<LedgerLine, 'balanceCents'>;

/** A failed refund is credited before any later refund. */
function refundMovements(done: readonly StoredRefund[], at: Date): Movement[] {
  const failed: Movement[] = [];
  const movements: Movement[] = [];
  for (const { doneAt, failedAt, amountCents } of done) {
    const made = doneAt ?? at;
    while (failed[0] && failed[0].at <= made) movements.push(...failed.splice(0, 1));
    movements.push({ at: made, what: 'REFUNDED', amountCents });
    if (failedAt) failed.push({ at: failedAt, what: 'REFUND_FAILED', amountCents });
    failed.sort((left, right) => left.at.getTime() - right.at.getTime());
  }
  return [...movements, ...failed];
}
