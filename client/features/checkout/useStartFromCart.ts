import { useApolloClient } from '@apollo/client/react';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { CartToBuyDocument } from '../../__generated__/lazyOperations';
import { serverMessage } from '../../lib/serverMessage';
import { startCheckout } from './checkoutApi';

/** Resumes the cart's unfinished checkout or starts a new one; an empty cart is shown as empty. */
export function useStartFromCart(isReady: boolean, go: (path: string) => void) {
  const client = useApolloClient();
  const [error, setError] = useState<string>();
  const [retries, setRetries] = useState(0);
  const hasStarted = useRef(false);
  // No redirect after the buyer has left the page. Other effects are cleaned up only after the next page is shown.
  const latest = useRef<typeof go>(undefined);
  useLayoutEffect(() => {
    latest.current = go;
    return () => {
      latest.current = undefined;
    };
  });

  useEffect(() => {
    if (!isReady || hasStarted.current || error !== undefined) return;
    // One checkout per click.
    hasStarted.current = true;
    const start = async () => {
      const { data } = await client.query({ query: CartToBuyDocument, fetchPolicy: 'no-cache' });
      const waiting = data?.cartSummary.unfinishedCheckout;
      if (waiting?.fromCart) return latest.current?.(`/checkout/${waiting.id}`);
      if (data?.cartSummary.pieces === 0) return latest.current?.('/cart');
      if (!latest.current) return;
      const { id } = await startCheckout(client, {});
      latest.current?.(`/checkout/${id}`);
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
