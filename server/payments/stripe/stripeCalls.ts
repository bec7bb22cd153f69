import type { Logger } from 'pino';
import type Stripe from 'stripe';
import type { CallStripe, StripeAccess } from './stripeClient';
import { StripeFailure } from './stripeFailure';
import type { StoredStripeRefund, StripePaymentDocument } from './stripePayments.repository';
import {
  currency,
  idOf,
  nothingAfterCapture,
  refundMetadataKey,
  type AfterCapture,
  type Dispute,
  type Intent,
  type Refund,
} from './stripeState';

type Create = Stripe.PaymentIntentCreateParams;

/** Methods that may stay pending for days, while stock is held for minutes. */
export const slowMethods: NonNullable<Create['excluded_payment_method_types']> = [
  ...(['acss_debit', 'au_becs_debit', 'bacs_debit', 'boleto', 'customer_balance', 'konbini', 'multibanco'] as const),
  ...(['nz_bank_account', 'oxxo', 'sepa_debit', 'sofort', 'us_bank_account'] as const),
];

/** Expanded in every response about a payment. */
const expand = ['latest_charge', 'latest_charge.refunds'];
const pageSize = 100;
/** How many keys are tried while Stripe replays a stored failure. */
const maxRounds = 5;
/** Stripe keeps failures for a day; what was refused for a while, as while a bank is at work, is asked again sooner. */
const lastKeyMs = 60_000;

/** Stripe's requests about payments, each with an idempotency key of its own. They reject with a StripeFailure. */
export type StripeCalls = ReturnType<typeof createStripeCalls>;

export function createStripeCalls({ ask, change }: StripeAccess, now: () => Date, log: Pick<Logger, 'warn'>) {
  /** Callers take a refusal as an outcome: only the log says what Stripe has against it. */
  const changeOf =
    (payment: string): CallStripe =>
    (call) =>
      change(call).catch((error: unknown) => {
        if (error instanceof StripeFailure && error.isRefusal)
          log.warn({ payment, err: error }, 'the payment provider refuses what it is asked');
        throw error;
      });

  const retrieve = (intent: string): Promise<Intent> =>
    ask((stripe) => stripe.paymentIntents.retrieve(intent, { expand }));

  const listRefunds = async (intent: string): Promise<readonly Refund[]> =>
    (await ask((stripe) => all(stripe.refunds.list({ payment_intent: intent, limit: pageSize })))).filter(isOf(intent));

  /** A charge includes its refunds where they are few. */
  async function refunds({ id, latest_charge }: Intent): Promise<readonly Refund[]> {
    const known = typeof latest_charge === 'object' ? latest_charge?.refunds : null;
    return known && !known.has_more ? known.data.filter(isOf(id)) : listRefunds(id);
  }

  /** Stripe's search index lags by up to a minute. */
  async function search(payment: string): Promise<Intent | null> {
    const query = `metadata['payment']:'${payment.replace(/[\\']/g, '\\$&')}'`;
    const { data } = await ask((stripe) => stripe.paymentIntents.search({ query, limit: 1 }));
    return data[0] ? retrieve(data[0].id) : null;
  }

  const inRounds = roundsAt(now);

  function createIntent(
    payment: StripePaymentDocument,
    step: string,
    lookUp: () => Promise<Intent | null>,
  ): Promise<Intent> {
    const params = paramsOf(payment);
    return inRounds(`${payment._id}:${step}`, lookUp, (idempotencyKey) =>
      changeOf(payment._id)((stripe) => stripe.paymentIntents.create({ ...params, expand }, { idempotencyKey })),
    );
  }

  return {
    retrieve,
    search,
    create: (payment: StripePaymentDocument, lookUp: () => Promise<Intent | null>): Promise<Intent> =>
      createIntent(payment, 'create', lookUp).catch((error: unknown) => {
        if (!isAboutReceipt(error)) throw error;
        return createIntent({ ...payment, email: null }, 'create:no-receipt', lookUp);
      }),
    capture: (payment: string, intent: string, amountCents: number, lookUp: () => Promise<Intent | null>) =>
      inRounds(`${payment}:capture`, lookUp, (idempotencyKey) =>
        changeOf(payment)((stripe) =>
          stripe.paymentIntents.capture(intent, { amount_to_capture: amountCents, expand }, { idempotencyKey }),
        ),
      ),
    cancel: (payment: string, intent: string, lookUp: () => Promise<Intent | null>) =>
      inRounds(`${payment}:void`, lookUp, (idempotencyKey) =>
        changeOf(payment)((stripe) => stripe.paymentIntents.cancel(intent, { expand }, { idempotencyKey })),
      ),
    /** One round only: after a failure, only the list of refunds shows the outcome. */
    refund: (intent: string, { id, amountCents, round }: Pick<StoredStripeRefund, 'id' | 'amountCents' | 'round'>) =>
      changeOf(intent)((stripe) =>
        stripe.refunds.create(
          { payment_intent: intent, amount: amountCents, metadata: { [refundMetadataKey]: id } },
          { idempotencyKey: keyOf(id, round) },
        ),
      ),
    refunds,
    /** Read from the list: a charge's copy may be outdated. */
    listRefunds,
    async afterwards(intent: Intent): Promise<AfterCapture> {
      const { id, status } = intent;
      if (status !== 'succeeded') return nothingAfterCapture;
      const disputes: Promise<readonly Dispute[]> = ask((stripe) =>
        all(stripe.disputes.list({ payment_intent: id, limit: pageSize })),
      ).catch(noneWhereMissing);
      const [given, disputed] = await Promise.all([refunds(intent), disputes]);
      return { refunds: given, disputes: disputed.filter(isOf(id)) };
    },
  };
}

/** An address that Stripe does not accept must not stop a payment: the shop itself sends mail to it. */
const isAboutReceipt = (error: unknown): boolean =>
  error instanceof StripeFailure && error.isRefusal && error.param === 'receipt_email';

/** Stand-ins for Stripe may not have disputes. Any other failure does not mean that there are none. */
function noneWhereMissing(error: unknown): readonly Dispute[] {
  if (error instanceof StripeFailure && error.isMissing) return [];
  throw error;
}

/** Rows of other payments are ignored, wherever they come from. */
const isOf =
  (intent: string) =>
  ({ payment_intent }: Pick<Refund | Dispute, 'payment_intent'>): boolean =>
    idOf(payment_intent) === intent;

const keyOf = (base: string, round: number): string => (round === 1 ? base : `${base}:${round}`);

const maxPerPayment = 1_000;
const all = <T>(list: Stripe.ApiListPromise<T>): Promise<T[]> => list.autoPagingToArray({ limit: maxPerPayment });

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
 * Stripe replays the first response to an idempotency key, including failures. So retries look up the outcome first;
 * what was not carried out is requested with the next key, in the end with another one each minute. That is safe: an
 * intent whose secret was not handed out cannot be paid, and none is captured or cancelled twice.
 */
const roundsAt =
  (now: () => Date) =>
  async (
    base: string,
    lookUp: () => Promise<Intent | null>,
    post: (key: string) => Promise<Intent>,
  ): Promise<Intent> => {
    const lastKey = `${base}:at:${Math.floor(now().getTime() / lastKeyMs)}`;
    for (let round = 1; ; round += 1) {
      try {
        return await post(round === maxRounds ? lastKey : keyOf(base, round));
      } catch (error) {
        if (!(error instanceof StripeFailure) || !error.wasReplayed || round === maxRounds) throw error;
        const found = await lookUp();
        if (found) return found;
      }
    }
  };
