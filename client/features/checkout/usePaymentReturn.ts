import { useApolloClient } from '@apollo/client/react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { apiErrorOf } from '../../lib/apiError';
import { logFailure } from '../../lib/logFailure';
import { type Checkout, confirmPayment, pollMs } from './checkoutApi';
import { forgetDraft } from './checkoutMemory';
import { isRefunding, isWaiting } from './checkoutState';

/**
 * CHECKING: no result yet. BANK: the bank has not decided. AWAY: neither the shop nor the provider has answered; nothing is lost.
 * MISSING: this browser may not see the checkout.
 */
export type ReturnState = 'CHECKING' | 'BANK' | 'AWAY' | 'MISSING';

interface Parts {
  readonly id: string;
  readonly onPlaced: (checkout: Checkout) => void;
  /** The checkout's next step: another card, the bank's confirmation, or a restart because the hold is gone. */
  readonly onOpen: (checkout: Checkout) => void;
}

const stateOf = ({ payment }: Checkout): ReturnState => (payment?.result === 'PENDING' ? 'BANK' : 'AWAY');

/** After the return from a bank: the address's payment result is not trusted, the server is polled until it knows. */
export function usePaymentReturn({ id, onPlaced, onOpen }: Parts) {
  const client = useApolloClient();
  const [state, setState] = useState<ReturnState>('CHECKING');
  const [isChecking, setChecking] = useState(false);
  const latest = useRef({ onPlaced, onOpen });
  useEffect(() => {
    latest.current = { onPlaced, onOpen };
  });
  const isPolling = useRef(false);
  const isLogged = useRef(false);

  /** Undefined: another poll is running, or another page shows the result. */
  const poll = useCallback(async (): Promise<ReturnState | undefined> => {
    if (isPolling.current) return undefined;
    isPolling.current = true;
    try {
      const checkout = await confirmPayment(client, id);
      // What is refunded is told on its own page.
      if (isWaiting(checkout) && !isRefunding(checkout)) return stateOf(checkout);
      if (checkout.status === 'PLACED') forgetDraft(checkout.id);
      if (checkout.status === 'PLACED') latest.current.onPlaced(checkout);
      else latest.current.onOpen(checkout);
      return undefined;
    } catch (error) {
      // A malformed id is also reported as an error of `id`.
      if (apiErrorOf(error)?.field === 'id') return 'MISSING';
      if (!isLogged.current) logFailure('Failed to look at the payment', error);
      isLogged.current = true;
      return 'AWAY';
    } finally {
      isPolling.current = false;
    }
  }, [client, id]);

  const isMissing = state === 'MISSING';
  useEffect(() => {
    if (isMissing) return undefined;
    const pollNow = () => void poll().then((next) => next && setState(next));
    pollNow();
    const timer = setInterval(pollNow, pollMs);
    return () => clearInterval(timer);
  }, [poll, isMissing]);

  async function retry(): Promise<void> {
    setChecking(true);
    const next = await poll();
    if (next) setState(next);
    setChecking(false);
  }

  return { state, isChecking, retry: () => void retry() };
}
