import { useApolloClient } from '@apollo/client/react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { apiErrorOf } from '../../lib/apiError';
import { logFailure } from '../../lib/logFailure';
import { type Checkout, confirmPayment } from './checkoutApi';
import { forgetTyped } from './checkoutMemory';
import { isWaiting } from './checkoutState';

const lookAgainMs = 3_000;

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
  const [isLooking, setLooking] = useState(false);
  // No redirect after the user has left the page.
  const latest = useRef<Pick<Parts, 'onPlaced' | 'onOpen'>>(undefined);
  useEffect(() => {
    latest.current = { onPlaced, onOpen };
    return () => {
      latest.current = undefined;
    };
  });
  const isUnderWay = useRef(false);
  const isLogged = useRef(false);

  /** Undefined: another poll is running, or the page was left. */
  const look = useCallback(async (): Promise<ReturnState | undefined> => {
    if (isUnderWay.current) return undefined;
    isUnderWay.current = true;
    try {
      const checkout = await confirmPayment(client, id);
      if (isWaiting(checkout)) return stateOf(checkout);
      if (checkout.status === 'PLACED') forgetTyped(checkout.id);
      const { onPlaced: showOrder, onOpen: goOn } = latest.current ?? {};
      if (checkout.status === 'PLACED') showOrder?.(checkout);
      else goOn?.(checkout);
      return undefined;
    } catch (error) {
      // A malformed id is also reported as an error of `id`.
      if (apiErrorOf(error)?.field === 'id') return 'MISSING';
      if (!isLogged.current) logFailure('Failed to look at the payment', error);
      isLogged.current = true;
      return 'AWAY';
    } finally {
      isUnderWay.current = false;
    }
  }, [client, id]);

  const isMissing = state === 'MISSING';
  useEffect(() => {
    if (isMissing) return undefined;
    const lookNow = () => void look().then((next) => next && setState(next));
    lookNow();
    const timer = setInterval(lookNow, lookAgainMs);
    return () => clearInterval(timer);
  }, [look, isMissing]);

  async function lookAgain(): Promise<void> {
    setLooking(true);
    const next = await look();
    if (next) setState(next);
    setLooking(false);
  }

  return { state, isLooking, look: () => void lookAgain() };
}
