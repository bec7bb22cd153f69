import type { PaymentState } from '../payments/provider';
import type { AttemptState, CheckoutDocument } from './checkouts.repository';

/** The checkout's record of its current attempt, from the provider's state; null means the provider is unreachable. */
export function stateOfAttempt({ attempt }: CheckoutDocument, state: PaymentState | null): AttemptState | null {
  if (!attempt) return null;
  if (state === null) return { ...attempt, result: 'UNKNOWN' };
  const { result, declineReason, clientSecret, card, capturedCents } = state;
  return { id: attempt.id, result, declineReason, clientSecret, card, ...(capturedCents > 0 && { capturedCents }) };
}

/** Stored before the provider is called, so that a retry sends the same idempotency key. */
export function nextAttempt({ _id, attempts }: CheckoutDocument): Pick<CheckoutDocument, 'attempts' | 'attempt'> {
  const id = `${_id}:${attempts + 1}`;
  const attempt = { id, result: 'UNKNOWN', declineReason: null, clientSecret: null, card: null } as const;
  return { attempts: attempts + 1, attempt };
}
