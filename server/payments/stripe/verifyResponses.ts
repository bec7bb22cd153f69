import { outcomeUnknown } from '../outcomeUnknown';
import type { StripePaymentDocument } from './stripePayments.repository';
import { currency, idOf, refundMetadataKey, type Intent, type Refund } from './stripeState';

/** Guards against mixed-up responses, e.g. of a proxy: they must not move money of another payment. */
export function requireOwn(payment: StripePaymentDocument, intent: Intent): Intent {
  const differing = [
    ...(payment.intent !== null && intent.id !== payment.intent ? ['id'] : []),
    ...(intent.metadata['payment'] === payment._id ? [] : ['metadata']),
    ...(intent.amount === payment.amountCents ? [] : ['amount']),
    ...(intent.currency === currency ? [] : ['currency']),
  ];
  if (differing.length > 0) throw mismatchedResponse('payment', differing);
  return intent;
}

/** Whether its amount is the requested one. */
export const hasRequestedAmount = ({ amountCents }: StripePaymentDocument, intent: Intent): boolean =>
  intent.amount === amountCents && intent.currency === currency;

export function requireOwnRefund(
  intent: string,
  asked: { readonly id: string; readonly amountCents: number },
  refund: Refund,
): Refund {
  const differing = [
    ...(idOf(refund.payment_intent) === intent ? [] : ['payment']),
    ...(refund.metadata?.[refundMetadataKey] === asked.id ? [] : ['metadata']),
    ...(refund.amount === asked.amountCents ? [] : ['amount']),
    ...(refund.currency === currency ? [] : ['currency']),
  ];
  if (differing.length > 0) throw mismatchedResponse('refund', differing);
  return refund;
}

/** The log names the field that differs, and not its values. */
const mismatchedResponse = (what: string, differing: readonly string[]) =>
  outcomeUnknown(`Stripe's answer is about another ${what}: ${differing.join(', ')}`);
