import { useCallback, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { CartDocument, useAddToStoreMutation } from '../../__generated__/operations';
import { useSession } from '../../session/SessionProvider';
import { toast } from '../../ui/toast';

export interface Addable {
  slug: string;
  name: string;
}

/** The Add button's rules (sections 6 and 8): anonymous visitors are told so and sent to sign in. */
export function useAddToStore() {
  const { status, user } = useSession();
  const navigate = useNavigate();
  const location = useLocation();
  const [pending, setPending] = useState<string>();
  const [add] = useAddToStoreMutation();

  const addToStore = useCallback(
    async ({ slug, name }: Addable) => {
      if (status !== 'signedIn' || !user?.email) {
        toast('You must be logged in to add items!', 'error');
        void navigate('/login', { state: { from: `${location.pathname}${location.search}${location.hash}` } });
        return;
      }
      setPending(slug);
      try {
        await add({
          variables: { input: { slug } },
          update: (cache, { data }) => {
            if (!data) return;
            cache.updateQuery({ query: CartDocument, variables: {} }, (cart) =>
              cart ? { cart: [...cart.cart, data.addToStore.storeEntry] } : null,
            );
          },
        });
        toast(`Added "${name}" to store!`, 'success');
      } catch {
        toast('Failed to add item to store', 'error');
      } finally {
        setPending(undefined);
      }
    },
    [add, location, navigate, status, user],
  );
  return { addToStore, pending };
}
