import { notKnown } from '../notKnown';
import type { StripePaymentDocument } from './stripePayments.repository';
import { currency, nameOf, refundKey, type Intent, type Refund } from './stripeState';

/** Answers that whatever is between the shop and Stripe has mixed up move no money of the one to the other. */
export function requireOwn(payment: StripePaymentDocument, intent: Intent): Intent {
  const differing = [
    ...(payment.intent !== null && intent.id !== payment.intent ? ['id'] : []),
    ...(intent.metadata['payment'] === payment._id ? [] : ['metadata']),
    ...(intent.amount === payment.amountCents ? [] : ['amount']),
    ...(intent.currency === currency ? [] : ['currency']),
  ];
  if (differing.length > 0) throw anotherAnswer('payment', differing);
  return intent;
}

/** Whether it is of the sum that the shop has asked for. */
export const isAsAsked = ({ amountCents }: StripePaymentDocument, intent: Intent): boolean =>
  intent.amount === amountCents && intent.currency === currency;

export function requireOwnRefund(
  intent: string,
  asked: { readonly id: string; readonly amountCents: number },
  refund: Refund,
): Refund {
  const differing = [
    ...(nameOf(refund.payment_intent) === intent ? [] : ['payment']),
    ...(refund.metadata?.[refundKey] === asked.id ? [] : ['metadata']),
    ...(refund.amount === asked.amountCents ? [] : ['amount']),
    ...(refund.currency === currency ? [] : ['currency']),
  ];
  if (differing.length > 0) throw anotherAnswer('refund', differing);
  return refund;
}

/** For the log it says what differs, and not how. */
const anotherAnswer = (what: string, differing: readonly string[]) =>
  notKnown(`Stripe's answer is about another ${what}: ${differing.join(', ')}`);
