import type Stripe from 'stripe';
import type { PaymentMovement } from '../provider';
import type { CallStripe } from './stripeClient';
import type { StripePaymentsRepository } from './stripePayments.repository';
import { currency, isFailed, idOf, ownRefunds, requireAmount } from './stripeState';

interface Deps {
  readonly ask: CallStripe;
  readonly payments: StripePaymentsRepository;
}

/** In Unix seconds: `gte` inclusive, `lt` exclusive. */
interface Seconds {
  readonly gte: number;
  readonly lt: number;
}

type Transaction = Stripe.BalanceTransaction;

interface Moved extends Omit<PaymentMovement, 'paymentId'> {
  readonly refund?: Stripe.Refund;
}

const pageSize = 100;
/** Others are fees, payouts and what else belongs to no payment. */
const kinds: Readonly<Record<string, PaymentMovement['kind']>> = {
  charge: 'CAPTURE',
  payment: 'CAPTURE',
  refund: 'REFUND',
  payment_refund: 'REFUND',
  // The money of a failed refund has come back: reported again, as failed.
  refund_failure: 'REFUND',
  // Disputes; adjustments of anything else have no such source.
  adjustment: 'DISPUTE',
};
const sources: Readonly<Record<string, PaymentMovement['kind']>> = {
  ...{ charge: 'CAPTURE', refund: 'REFUND', dispute: 'DISPUTE' },
};

/**
 * Movements on Stripe's balance, dated by their capture rather than their authorization. Stripe lists the newest first;
 * ranges are halved until each fits one page, so that a day of any size needs the memory of one page.
 */
export async function* stripeMovements(deps: Deps, from: Date, until: Date): AsyncIterable<PaymentMovement> {
  const seconds = { gte: secondOf(from), lt: secondOf(until) };
  for await (const page of oldestFirst(deps.ask, seconds)) {
    const moved = page.flatMap(movedBy);
    const known = await knownPayments(deps.payments, moved);
    for (const { refund, ...each } of moved) {
      const payment = known.get(each.providerId);
      const own = refund && ownRefunds([refund], payment?.refunds).get(refund.id);
      yield { ...each, paymentId: payment?._id ?? null, ...(own !== undefined && { id: own }) };
    }
  }
}

const secondOf = (moment: Date): number => Math.ceil(moment.getTime() / 1_000);

async function* oldestFirst(ask: CallStripe, { gte, lt }: Seconds): AsyncIterable<readonly Transaction[]> {
  if (gte >= lt) return;
  const { data, has_more } = await pageOf(ask, { gte, lt });
  if (!has_more) return yield data.reverse();
  if (lt - gte === 1) return yield* pagesOf(ask, { gte, lt }, data);
  const middle = Math.floor((gte + lt) / 2);
  yield* oldestFirst(ask, { gte, lt: middle });
  yield* oldestFirst(ask, { gte: middle, lt });
}

/** Pages of one second, whose order does not matter. */
async function* pagesOf(ask: CallStripe, seconds: Seconds, first: readonly Transaction[]) {
  let page: readonly Transaction[] = first;
  for (let hasMore = true; ;) {
    yield page;
    const after = page.at(-1)?.id;
    if (!hasMore || after === undefined) return;
    const next = await pageOf(ask, seconds, after);
    page = next.data;
    hasMore = next.has_more;
  }
}

const pageOf = (ask: CallStripe, created: Seconds, after?: string) =>
  ask((stripe) =>
    stripe.balanceTransactions.list({
      ...{ created, limit: pageSize, expand: ['data.source'] },
      ...(after !== undefined && { starting_after: after }),
    }),
  );

/** The account may be used for other things, too: movements in other currencies are marked. */
function movedBy({ source, created, type }: Transaction): Moved[] {
  const kind = kinds[type];
  if (kind === undefined || source === null || typeof source === 'string' || sources[source.object] !== kind) return [];
  if (source.object !== 'charge' && source.object !== 'refund' && source.object !== 'dispute') return [];
  const common = {
    ...{ kind, id: source.id, providerId: idOf(source.payment_intent) ?? source.id, at: new Date(created * 1_000) },
    ...(source.currency !== currency && { isOtherCurrency: true as const }),
  };
  if (source.object === 'charge') return [{ ...common, amountCents: requireAmount(source.amount_captured) }];
  const moved = { ...common, amountCents: source.amount };
  if (source.object === 'dispute') return [moved];
  const hasFailed = type === 'refund_failure' || isFailed(source);
  return [{ ...moved, refund: source, ...(hasFailed && { hasFailed }) }];
}

async function knownPayments(payments: StripePaymentsRepository, moved: readonly Moved[]) {
  const known = await payments.findByIntents(moved.map(({ providerId }) => providerId));
  return new Map(known.map((payment) => [payment.intent, payment]));
}
