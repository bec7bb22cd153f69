import type { PaymentState } from '../payments/provider';
import type { AttemptState, CheckoutDocument } from './checkouts.repository';

/** The checkout's record of its attempt, by what the provider says of it; null: it does not answer. */
export function stateOfAttempt({ attempt }: CheckoutDocument, state: PaymentState | null): AttemptState | null {
  if (!attempt) return null;
  if (state === null) return { ...attempt, result: 'UNKNOWN' };
  const { result, declineReason, clientSecret, card } = state;
  return { id: attempt.id, result, declineReason, clientSecret, card };
}
