import type Stripe from 'stripe';
import type { StripeAccess } from './stripeClient';
import { StripeFailure } from './stripeFailure';
import type { StoredStripeRefund, StripePaymentDocument } from './stripePayments.repository';
import {
  currency,
  nameOf,
  nothingAfterwards,
  refundKey,
  type Afterwards,
  type Dispute,
  type Intent,
  type Refund,
} from './stripeState';

type Create = Stripe.PaymentIntentCreateParams;

/** What may stay undecided for days: pieces are held for minutes. */
export const slowMethods: NonNullable<Create['excluded_payment_method_types']> = [
  ...(['acss_debit', 'au_becs_debit', 'bacs_debit', 'boleto', 'customer_balance', 'konbini', 'multibanco'] as const),
  ...(['nz_bank_account', 'oxxo', 'sepa_debit', 'sofort', 'us_bank_account'] as const),
];

/** In each answer about a payment. */
const expand = ['latest_charge', 'latest_charge.refunds'];
const pageSize = 100;
/** Of one key that Stripe has stored a failure for, until it forgets it. */
const mostRounds = 5;

/** The requests of a payment, each with a key of its own. They reject with a StripeFailure. */
export type StripeCalls = ReturnType<typeof createStripeCalls>;

export function createStripeCalls({ ask, change }: StripeAccess) {
  const retrieve = (intent: string): Promise<Intent> =>
    ask((stripe) => stripe.paymentIntents.retrieve(intent, { expand }));

  const listRefunds = async (intent: string): Promise<readonly Refund[]> =>
    (await ask((stripe) => all(stripe.refunds.list({ payment_intent: intent, limit: pageSize })))).filter(isOf(intent));

  /** Its charge has them where they are few. */
  async function refunds({ id, latest_charge }: Intent): Promise<readonly Refund[]> {
    const known = typeof latest_charge === 'object' ? latest_charge?.refunds : null;
    return known && !known.has_more ? known.data.filter(isOf(id)) : listRefunds(id);
  }

  /** Stripe's index is up to a minute behind. */
  async function search(payment: string): Promise<Intent | null> {
    const query = `metadata['payment']:'${payment.replace(/[\\']/g, '\\$&')}'`;
    const { data } = await ask((stripe) => stripe.paymentIntents.search({ query, limit: 1 }));
    return data[0] ? retrieve(data[0].id) : null;
  }

  return {
    retrieve,
    search,
    create: (payment: StripePaymentDocument, lookUp: () => Promise<Intent | null>): Promise<Intent> =>
      inRounds(`${payment._id}:create`, lookUp, (idempotencyKey) =>
        change((stripe) => stripe.paymentIntents.create({ ...paramsOf(payment), expand }, { idempotencyKey })),
      ),
    capture: (payment: string, intent: string, amountCents: number, lookUp: () => Promise<Intent | null>) =>
      inRounds(`${payment}:capture`, lookUp, (idempotencyKey) =>
        change((stripe) =>
          stripe.paymentIntents.capture(intent, { amount_to_capture: amountCents, expand }, { idempotencyKey }),
        ),
      ),
    cancel: (payment: string, intent: string, lookUp: () => Promise<Intent | null>) =>
      inRounds(`${payment}:void`, lookUp, (idempotencyKey) =>
        change((stripe) => stripe.paymentIntents.cancel(intent, { expand }, { idempotencyKey })),
      ),
    /** One round alone: what became of it nothing but the list of refunds can say. */
    refund: (intent: string, { id, amountCents, round }: Pick<StoredStripeRefund, 'id' | 'amountCents' | 'round'>) =>
      change((stripe) =>
        stripe.refunds.create(
          { payment_intent: intent, amount: amountCents, metadata: { [refundKey]: id } },
          { idempotencyKey: keyOf(id, round) },
        ),
      ),
    refunds,
    /** As they are now, whatever a charge said when it was asked for. */
    listRefunds,
    async afterwards(intent: Intent): Promise<Afterwards> {
      const { id, status } = intent;
      if (status !== 'succeeded') return nothingAfterwards;
      const disputes: Promise<readonly Dispute[]> = ask((stripe) =>
        all(stripe.disputes.list({ payment_intent: id, limit: pageSize })),
      ).catch(noneWhereMissing);
      const [given, disputed] = await Promise.all([refunds(intent), disputes]);
      return { refunds: given, disputes: disputed.filter(isOf(id)) };
    },
  };
}

/** What plays Stripe may have no disputes at all. Whatever else a failure says, it does not say that there are none. */
function noneWhereMissing(error: unknown): readonly Dispute[] {
  if (error instanceof StripeFailure && error.isMissing) return [];
  throw error;
}

/** A row of another payment is none of this one, wherever it stands. */
const isOf =
  (intent: string) =>
  ({ payment_intent }: Pick<Refund | Dispute, 'payment_intent'>): boolean =>
    nameOf(payment_intent) === intent;

const keyOf = (base: string, round: number): string => (round === 1 ? base : `${base}:${round}`);

const mostOfOne = 1_000;
const all = <T>(list: Stripe.ApiListPromise<T>): Promise<T[]> => list.autoPagingToArray({ limit: mostOfOne });

function paramsOf({ _id, amountCents, checkout, order, email }: StripePaymentDocument): Create {
  return {
    amount: amountCents,
    currency,
    capture_method: 'manual',
    automatic_payment_methods: { enabled: true },
    excluded_payment_method_types: slowMethods,
    description: `Order ${order}`,
    ...(email !== null && { receipt_email: email }),
    metadata: { payment: _id, checkout, order },
  };
}

/**
 * Stripe answers a repeated key with what it answered first, a failure too. So what is only repeated is looked up, and where it was
 * not carried out, it is asked for by another key: an intent that nobody was given cannot be paid, and none is captured or
 * cancelled twice.
 */
async function inRounds(
  key: string,
  lookUp: () => Promise<Intent | null>,
  post: (key: string) => Promise<Intent>,
): Promise<Intent> {
  for (let round = 1; ; round += 1) {
    try {
      return await post(keyOf(key, round));
    } catch (error) {
      if (!(error instanceof StripeFailure) || !error.wasReplayed || round === mostRounds) throw error;
      const found = await lookUp();
      if (found) return found;
    }
  }
}
