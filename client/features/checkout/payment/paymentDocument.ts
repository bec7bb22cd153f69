import { useEffect, useState } from 'react';
import type { Settings } from '../../../session/settings';

/** Set by the server in the head of documents whose CSP allows Stripe (server/pages/servePages.ts). */
const isOpen = (): boolean => document.querySelector('meta[name="payments"][content="open"]') !== null;

/** Mirrors `takesPayments` of the route table, which no page needs in full. */
export const takesPayments = (path: string): boolean => /^\/checkout\/[^/]+\/?$/i.test(path);

let reload = (): void => location.reload();

/** For tests: their documents cannot be loaded again. */
export function setReload(next: () => void): void {
  reload = next;
}

const attemptKey = 'kiosk-payment-document';

/** Prevents an endless reload of a document that a proxy has cached; without storage there is no reload. */
function wasTried(): boolean {
  try {
    return sessionStorage.getItem(attemptKey) === location.pathname;
  } catch {
    return true;
  }
}

/** Undefined: no reload of this address was attempted. */
function storeAttempt(path: string | undefined): void {
  try {
    if (path === undefined) sessionStorage.removeItem(attemptKey);
    else sessionStorage.setItem(attemptKey, path);
  } catch {
    // Counts as not attempted.
  }
}

/**
 * A document keeps the CSP that it was served with, also after client-side navigations. With Stripe, the page that takes
 * payments is therefore entered, and left, by a document load. False: the load is under way.
 */
export function usePaymentDocument(provider: Settings['paymentProvider'] | undefined): boolean {
  const [isTried] = useState(wasTried);
  const mustLoad = provider === 'stripe' && !isOpen() && !isTried;
  useEffect(() => {
    if (isOpen()) storeAttempt(undefined);
    if (!mustLoad) return;
    storeAttempt(location.pathname);
    reload();
  }, [mustLoad]);
  useEffect(
    () => () => {
      // The address is already that of the next page.
      if (isOpen() && !takesPayments(location.pathname)) reload();
    },
    [],
  );
  return !mustLoad;
}
