import { useApolloClient } from '@apollo/client/react';
import { useEffect, useState } from 'react';
import { apiErrorOf } from '../../lib/apiError';
import { lazyModule } from '../../lib/lazyModule';
import { logFailure } from '../../lib/logFailure';
import type { Checkout } from './checkoutApi';
import { recallGuestCheckout } from './checkoutMemory';
import { isHeld, isRefunding } from './checkoutState';

const checkoutApi = lazyModule(() => import('./checkoutApi'));

/** A guest's unfinished checkout in this tab, which no account lists. */
export function useGuestCheckout(isGuest: boolean): Checkout | undefined {
  const client = useApolloClient();
  const [found, setFound] = useState<Checkout | null>(null);
  useEffect(() => {
    const id = isGuest ? recallGuestCheckout() : undefined;
    if (id === undefined) return undefined;
    let isCurrent = true;
    const read = async () => {
      const { readCheckout } = await checkoutApi.load();
      const checkout = await readCheckout(client, id);
      if (isCurrent) setFound(checkout);
    };
    read().catch((error: unknown) => {
      if (!apiErrorOf(error)) logFailure('Failed to load the checkout', error);
    });
    return () => {
      isCurrent = false;
    };
  }, [client, isGuest]);
  return isGuest && found && (found.status === 'OPEN' || isHeld(found) || isRefunding(found)) ? found : undefined;
}
