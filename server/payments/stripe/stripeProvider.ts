import type { Logger } from 'pino';
import { ConflictError } from '../../errors';
import type { StripeSettings } from '../../env';
import type { PaymentProvider } from '../provider';
import { createStripeCalls } from './stripeCalls';
import { createStripeChanges } from './stripeChanges';
import { accessBy, loadStripe } from './stripeClient';
import { createStripeIntents } from './stripeIntents';
import { createStripeLedger, listed } from './stripeLedger';
import { stripeMovements } from './stripeMovements';
import { readStripeNotice } from './stripeNotices';
import type { StripePaymentsRepository } from './stripePayments.repository';

interface Deps {
  readonly settings: StripeSettings;
  readonly payments: StripePaymentsRepository;
  readonly now: () => Date;
  /** For refusals, which callers take as an outcome. */
  readonly log: Pick<Logger, 'warn'>;
}

export interface StripeProvider extends PaymentProvider {
  readonly name: 'stripe';
}

/** Stripe payment intents with manual capture. Calls that Stripe does not answer reject with a StripeFailure. */
export function createStripeProvider({ settings, payments, now, log }: Deps): StripeProvider {
  const stripe = loadStripe(settings);
  // The failure reaches the caller.
  stripe.catch(() => undefined);
  const access = accessBy(stripe);
  const calls = createStripeCalls(access, now, log);
  const ledger = createStripeLedger(payments, now);
  const intents = createStripeIntents({ ledger, calls, now });

  return {
    name: 'stripe',
    async start(asked) {
      const payment = await ledger.open(asked);
      if (payment.amountCents !== asked.amountCents)
        throw new ConflictError('This payment was started with another amount.');
      return intents.wholeState((await intents.find(payment)) ?? (await intents.create(payment)));
    },
    async findState(id) {
      const payment = await ledger.find(id);
      const found = payment && (await intents.find(payment));
      return found && intents.wholeState(found);
    },
    ...createStripeChanges({ ledger, calls, intents, now }),
    async findPayment(providerId) {
      const known = await payments.findByIntent(providerId);
      if (known) return known._id;
      return providerId.startsWith('pi_') ? intents.findByMetadata(providerId) : null;
    },
    movements: (from, until) => stripeMovements({ ask: access.ask, payments }, from, until),
    payments: async (asked) => (await payments.newest(asked)).map(listed),
    readNotice: async (body, headers) =>
      readStripeNotice({ stripe: await stripe, secrets: settings.webhookSecrets, now }, body, headers),
  };
}
