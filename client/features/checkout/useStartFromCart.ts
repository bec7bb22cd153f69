import { useApolloClient } from '@apollo/client/react';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { CartToBuyDocument } from '../../__generated__/lazyOperations';
import { noAnswer } from '../../lib/noAnswer';
import { serverMessage } from '../../lib/serverMessage';
import { useIsCurrentPage } from '../../ui/useIsCurrentPage';
import { startCheckout } from './checkoutApi';
import { isRefunding } from './checkoutState';

/** Resumes the cart's unfinished checkout, unless it is being refunded, or starts a new one; an empty cart is shown as empty. */
export function useStartFromCart(isReady: boolean) {
  const client = useApolloClient();
  const [error, setError] = useState<string>();
  const [retries, setRetries] = useState(0);
  const hasStarted = useRef(false);
  const navigate = useNavigate();
  const isCurrentPage = useIsCurrentPage();

  useEffect(() => {
    if (!isReady || hasStarted.current || error !== undefined) return;
    // One checkout per click.
    hasStarted.current = true;
    const start = async () => {
      const { data } = await client.query({ query: CartToBuyDocument, fetchPolicy: 'no-cache' });
      if (!isCurrentPage()) return;
      const waiting = data?.cartSummary.unfinishedCheckout;
      if (waiting?.fromCart && !isRefunding(waiting))
        return void navigate(`/checkout/${waiting.id}`, { replace: true });
      if (data?.cartSummary.pieces === 0) return void navigate('/cart', { replace: true });
      const { id } = await startCheckout(client, {});
      if (isCurrentPage()) void navigate(`/checkout/${id}`, { replace: true });
    };
    start().catch((failed: unknown) => {
      hasStarted.current = false;
      setError(serverMessage(failed, `${noAnswer} Your cart is as it was.`));
    });
  }, [isReady, client, error, navigate, isCurrentPage]);

  function retry(): void {
    setError(undefined);
    setRetries((count) => count + 1);
  }

  return { error, retries, retry };
}
