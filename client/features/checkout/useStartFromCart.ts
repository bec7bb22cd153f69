import { useApolloClient } from '@apollo/client/react';
import { useEffect, useRef, useState } from 'react';
import { CartToBuyDocument } from '../../__generated__/lazyOperations';
import { serverMessage } from '../../lib/serverMessage';
import { startCheckout } from './checkoutApi';

/** Where an unfinished checkout of the cart goes on, else a new one of what is in the cart; an empty cart is shown as one. */
export function useStartFromCart(isReady: boolean, go: (path: string) => void) {
  const client = useApolloClient();
  const [error, setError] = useState<string>();
  const [retries, setRetries] = useState(0);
  const hasStarted = useRef(false);
  const latest = useRef(go);
  useEffect(() => {
    latest.current = go;
  });

  useEffect(() => {
    if (!isReady || hasStarted.current || error !== undefined) return;
    // One press, one checkout.
    hasStarted.current = true;
    const start = async () => {
      const { data } = await client.query({ query: CartToBuyDocument, fetchPolicy: 'no-cache' });
      const waiting = data?.cartSummary.unfinishedCheckout;
      if (waiting?.fromCart) return latest.current(`/checkout/${waiting.id}`);
      if (data?.cartSummary.pieces === 0) return latest.current('/cart');
      const { id } = await startCheckout(client, {});
      latest.current(`/checkout/${id}`);
    };
    start().catch((failed: unknown) => {
      hasStarted.current = false;
      setError(serverMessage(failed, 'The shop did not answer. Your cart is as it was.'));
    });
  }, [isReady, client, error]);

  function retry(): void {
    setError(undefined);
    setRetries((count) => count + 1);
  }

  return { error, retries, retry };
}
