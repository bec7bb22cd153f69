import type { PaymentState } from '../payments/provider';
import type { AttemptState, CheckoutDocument } from './checkouts.repository';

/** The checkout's record of its attempt, by what the provider says of it; null: it does not answer. */
export function stateOfAttempt({ attempt }: CheckoutDocument, state: PaymentState | null): AttemptState | null {
  if (!attempt) return null;
  if (state === null) return { ...attempt, result: 'UNKNOWN' };
  const { result, declineReason, clientSecret, card, capturedCents } = state;
  return { id: attempt.id, result, declineReason, clientSecret, card, ...(capturedCents > 0 && { capturedCents }) };
}

/** Recorded before the provider is asked, so that a repeated call has the same key. */
export function nextAttempt({ _id, attempts }: CheckoutDocument): Pick<CheckoutDocument, 'attempts' | 'attempt'> {
  const id = `${_id}:${attempts + 1}`;
  const attempt = { id, result: 'UNKNOWN', declineReason: null, clientSecret: null, card: null } as const;
  return { attempts: attempts + 1, attempt };
}
