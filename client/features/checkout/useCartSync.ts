import { useApolloClient } from '@apollo/client/react';
import { useEffect, useRef } from 'react';
import { logFailure } from '../../lib/logFailure';
import { type Checkout, readCheckout } from './checkoutApi';
import { changesBetween, totalChange } from './checkoutState';
import type { Purchase } from './usePurchase';

/** Calls back on cart changes in other tabs, until it is stopped. */
export type ListenToCart = (act: () => void) => () => void;

interface Parts {
  checkout: Checkout;
  onChange: (checkout: Checkout) => void;
  purchase: Purchase;
  listenToCart: ListenToCart | undefined;
}

const inAnotherTab = 'Your cart was changed in another tab';

/** Applies other tabs' cart changes to an open checkout, and reports them as 'Place order' would. */
export function useCartSync({ checkout, onChange, purchase, listenToCart }: Parts): void {
  const client = useApolloClient();
  const { notice, isPlacing, setNotice, setTotalBefore } = purchase;
  // The lines before the first of several changes, until the buyer has accepted them.
  const shown = useRef<Checkout>(undefined);
  useEffect(() => {
    if (!notice) shown.current = undefined;
  }, [notice]);

  const isOpen = checkout.fromCart && checkout.status === 'OPEN' && !isPlacing;

  async function compare(): Promise<void> {
    const before = (shown.current ??= checkout);
    const now = await readCheckout(client, checkout.id);
    // After 'Place order' its response reports the changes.
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
      // On a failed fetch 'Place order' reports the changes.
      latest.current.compare().catch((error: unknown) => logFailure('Failed to load the checkout', error));
    });
  }, [isOpen, listenToCart]);
}
