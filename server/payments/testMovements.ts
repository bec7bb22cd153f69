import type { PaymentMovement } from './provider';
import type { TestPaymentDocument, TestPaymentsRepository, TestRefund } from './testPayments.repository';

interface Span {
  readonly from: Date;
  readonly until: Date;
}

/** The time range of one query to the ledger. */
const sliceMs = 3 * 60 * 60_000;

export const hasFailed = ({ failsAt }: TestRefund, now: Date): boolean => failsAt !== undefined && failsAt <= now;

/** Movements in the ledger, oldest first, some hours at a time. */
export async function* movementsOf(
  payments: Pick<TestPaymentsRepository, 'movedBetween'>,
  { from, until }: Span,
  now: () => Date,
): AsyncGenerator<PaymentMovement> {
  for (let start = from; start < until;) {
    const end = new Date(Math.min(until.getTime(), start.getTime() + sliceMs));
    const slice = { from: start, until: end };
    const moved = (await payments.movedBetween(start, end)).flatMap((payment) => movedIn(payment, slice, now()));
    yield* moved.sort((one, other) => one.at.getTime() - other.at.getTime());
    start = end;
  }
}

function movedIn(payment: TestPaymentDocument, { from, until }: Span, now: Date): PaymentMovement[] {
  const { _id: paymentId, capturedAt, capturedCents, refunds } = payment;
  const common = { paymentId, providerId: paymentId };
  const isThen = ({ at }: PaymentMovement) => at >= from && at < until;
  const captures: PaymentMovement[] = capturedAt
    ? [{ ...common, id: paymentId, kind: 'CAPTURE', amountCents: capturedCents, at: capturedAt }]
    : [];
  const given = refunds.flatMap((refund): PaymentMovement[] =>
    refund.madeAt
      ? [
          {
            ...{ ...common, id: refund.id, kind: 'REFUND', amountCents: refund.amountCents, at: refund.madeAt },
            ...(hasFailed(refund, now) && { hasFailed: true }),
          },
        ]
      : [],
  );
  return [...captures, ...given].filter(isThen);
}
