import { useApolloClient } from '@apollo/client/react';
import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { lazyModule } from '../../lib/lazyModule';
import { hasAccessToken } from '../../session/accessToken';
import { useSession } from '../../session/SessionProvider';
import { errorToast, toast } from '../../ui/toast';
import type { Addable } from './storeActions';
import { savePendingAdd } from './pendingAdd';

/** Prefetched on hover and focus of the button. */
export const storeActions = lazyModule(() => import('./storeActions'));

/** The Add button's rules (sections 6 and 8): redirects anonymous users to the sign-in. */
export function useAddToStore() {
  const { getState, whenKnown } = useSession();
  const client = useApolloClient();
  const navigate = useNavigate();
  const { pathname, search, hash } = useLocation();
  const [pending, setPending] = useState(0);

  async function add(product: Addable) {
    const state = getState();
    const { user } = state.status === 'loading' && hasAccessToken() ? await whenKnown() : state;
    if (!user?.email) {
      toast('You must be logged in to add items!', 'error');
      savePendingAdd(product);
      void navigate('/login', { state: { from: `${pathname}${search}${hash}` } });
      return;
    }
    const shopper = { client, email: user.email };
    setPending((count) => count + 1);
    try {
      const { addWithToast } = await storeActions.load();
      await addWithToast(shopper, product);
    } catch {
      // `addWithToast` handles its own errors: this one is a load error.
      errorToast('Failed to add item to store', 'There is no connection to the shop.');
    } finally {
      setPending((count) => count - 1);
    }
  }

  return { add, pending: pending > 0 };
}
