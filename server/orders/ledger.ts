import type { OrderDocument } from './orderDocument';

export type LedgerKind = 'AUTHORIZED' | 'CAPTURED' | 'VOIDED' | 'REFUNDED';

/** A movement of money, and what the shop has of the order after it. */
export interface LedgerLine {
  readonly at: Date;
  readonly what: LedgerKind;
  readonly amountCents: number;
  readonly balanceCents: number;
}

type Money = Pick<OrderDocument, 'payment' | 'refunds' | 'totalCents' | 'createdAt'>;

/** From the records of the money; the balance of the last line is what the shop keeps. */
export function ledgerOf(order: Money): LedgerLine[] {
  let balanceCents = 0;
  return movementsOf(order).map((movement) => {
    balanceCents += signs[movement.what] * movement.amountCents;
    return { ...movement, balanceCents };
  });
}

const signs: Readonly<Record<LedgerKind, number>> = { AUTHORIZED: 0, CAPTURED: 1, VOIDED: 0, REFUNDED: -1 };

/** In the order in which money moves, whatever the clocks of several processes say. */
function movementsOf({ payment, refunds = [], totalCents, createdAt }: Money): Omit<LedgerLine, 'balanceCents'>[] {
  const { id, capturedCents, capturedAt, voidedAt, status, refundedCents = 0 } = payment;
  const done = refunds.filter(({ doneAt, amountCents }) => doneAt !== null && amountCents > 0);
  const recorded = done.reduce((sum, { amountCents }) => sum + amountCents, 0);
  const at = capturedAt ?? createdAt;
  return [
    ...(id === '' ? [] : [{ at: createdAt, what: 'AUTHORIZED' as const, amountCents: totalCents }]),
    ...(capturedCents > 0 ? [{ at, what: 'CAPTURED' as const, amountCents: capturedCents }] : []),
    ...(status === 'voided' && id !== ''
      ? [{ at: voidedAt ?? createdAt, what: 'VOIDED' as const, amountCents: totalCents }]
      : []),
    ...done.map(({ doneAt, amountCents }) => ({ at: doneAt ?? at, what: 'REFUNDED' as const, amountCents })),
    // Of orders of before, whose refunds were no records.
    ...(refundedCents > recorded ? [{ at, what: 'REFUNDED' as const, amountCents: refundedCents - recorded }] : []),
  ];
}
