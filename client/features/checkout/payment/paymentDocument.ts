import { useEffect, useState } from 'react';
import type { Settings } from '../../../session/settings';

/** Said by the server in the head of a document whose policy lets Stripe in (server/pages/servePages.ts). */
const isOpen = (): boolean => document.querySelector('meta[name="payments"][content="open"]') !== null;

/** As the route table has them: `takesPayments`; the table itself comes with every page. */
export const takesPayments = (path: string): boolean => /^\/checkout\/[^/]+(\/return)?\/?$/i.test(path);

let reload = (): void => location.reload();

/** For tests: their documents cannot be loaded again. */
export function setReload(next: () => void): void {
  reload = next;
}

const triedKey = 'kiosk-payment-document';

/** A document that something between keeps would be loaded for ever; where nothing can be kept here it is not tried. */
function wasTried(): boolean {
  try {
    return sessionStorage.getItem(triedKey) === location.pathname;
  } catch {
    return true;
  }
}

/** Undefined: this address was not tried. */
function rememberTry(path: string | undefined): void {
  try {
    if (path === undefined) sessionStorage.removeItem(triedKey);
    else sessionStorage.setItem(triedKey, path);
  } catch {
    // It was not tried, then.
  }
}

/**
 * A document keeps the policy that it came with, whichever page a navigation within it shows. With Stripe a page that takes payments
 * is therefore entered, and left, by loading a document. False: it is being loaded.
 */
export function usePaymentDocument(provider: Settings['paymentProvider'] | undefined): boolean {
  const [isTried] = useState(wasTried);
  const mustLoad = provider === 'stripe' && !isOpen() && !isTried;
  useEffect(() => {
    if (isOpen()) rememberTry(undefined);
    if (!mustLoad) return;
    rememberTry(location.pathname);
    reload();
  }, [mustLoad]);
  useEffect(
    () => () => {
      // The address is the next page's already.
      if (isOpen() && !takesPayments(location.pathname)) reload();
    },
    [],
  );
  return !mustLoad;
}
