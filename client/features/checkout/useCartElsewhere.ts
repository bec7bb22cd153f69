import { useApolloClient } from '@apollo/client/react';
import { useEffect, useRef } from 'react';
import { logFailure } from '../../lib/logFailure';
import { type Checkout, readCheckout } from './checkoutApi';
import { changesBetween, totalChange } from './checkoutState';
import type { Purchase } from './usePurchase';

/** Calls back when the cart is changed in another tab, until it is ended. */
export type ListenToCart = (act: () => void) => () => void;

interface Parts {
  checkout: Checkout;
  onChange: (checkout: Checkout) => void;
  purchase: Purchase;
  listenToCart: ListenToCart | undefined;
}

const inAnotherTab = 'Your cart was changed in another tab';

/** An open checkout of the cart shows what another tab makes of it, and says so as 'Place order' would. */
export function useCartElsewhere({ checkout, onChange, purchase, listenToCart }: Parts): void {
  const client = useApolloClient();
  const { notice, isPlacing, setNotice, setTotalBefore } = purchase;
  // What was shown before the first of several changes, until they were answered.
  const shown = useRef<Checkout>(undefined);
  useEffect(() => {
    if (!notice) shown.current = undefined;
  }, [notice]);

  const isOpen = checkout.fromCart && checkout.status === 'OPEN' && !isPlacing;

  async function compare(): Promise<void> {
    const before = (shown.current ??= checkout);
    const now = await readCheckout(client, checkout.id);
    // Once 'Place order' is pressed its answer says what has changed.
    if (now?.status !== 'OPEN' || !latest.current.isOpen) return;
    onChange(now);
    const total = totalChange(before, now);
    const details = [...changesBetween(before, now), ...(total === undefined ? [] : [inAnotherTab])];
    if (details.length === 0) return;
    if (total !== undefined) setTotalBefore(before.total.amount);
    setNotice({ title: total ?? inAnotherTab, details: details.map((each) => `${each}.`), severity: 'warning' });
  }

  const latest = useRef({ compare, isOpen });
  useEffect(() => {
    latest.current = { compare, isOpen };
  });
  useEffect(() => {
    if (!isOpen) return undefined;
    return listenToCart?.(() => {
      // What cannot be read now is read by 'Place order'.
      latest.current.compare().catch((error: unknown) => logFailure('Failed to load the checkout', error));
    });
  }, [isOpen, listenToCart]);
}
