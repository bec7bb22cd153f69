import type { Repositories } from '../../collections/repositories';
import { createStripeProvider } from '../../payments/stripe/stripeProvider';
import type { JudgedPayment, PlayedProvider } from '../playedProvider';
import { answerBankAtStripe, payAtStripe } from './buyersBrowser';
import type { StripeFakes } from './startStripeFakes';
import { silentLog } from '../silentLog';

const statuses: Readonly<Record<string, JudgedPayment['status']>> = {
  requires_payment_method: 'awaiting',
  requires_confirmation: 'awaiting',
  requires_action: 'confirming',
  requires_capture: 'authorized',
  succeeded: 'captured',
  canceled: 'cancelled',
};

/** The shop's Stripe provider, backed by the fakes. */
export function playStripe(
  { settings, account, proxy }: StripeFakes,
  { stripePayments: payments }: Pick<Repositories, 'stripePayments'>,
  now: () => Date,
): PlayedProvider {
  return {
    provider: createStripeProvider({ settings, payments, now, log: silentLog }),
    pay: (_id, secret, number) => payAtStripe(proxy.url, secret, number),
    answerBank: (_id, secret, isConfirmed) => answerBankAtStripe(proxy.url, secret, isConfirmed),
    payments: () => paymentsAtStripe(account),
  };
}

/** The payments in localstripe. */
export async function paymentsAtStripe(account: StripeFakes['account']): Promise<JudgedPayment[]> {
  return Promise.all(
    account.all().map(async ({ id, metadata }) => {
      const { status, amount, amount_received: capturedCents, latest_charge } = await account.intentById(id);
      const refunds = latest_charge === null ? [] : await account.refundsOf(latest_charge);
      return {
        ...{ _id: metadata['payment'] ?? '', checkout: metadata['checkout'] ?? '', amountCents: amount, capturedCents },
        status: statuses[status] ?? 'pending',
        refunds: refunds.map((refund) => ({ id: refund.metadata['refund'] ?? refund.id, amountCents: refund.amount })),
      };
    }),
  );
}
