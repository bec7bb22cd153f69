import { useApolloClient, useQuery } from '@apollo/client/react';
import { useEffect, useState } from 'react';
import { CountriesDocument } from '../../__generated__/lazyOperations';
import { apiErrorOf } from '../../lib/apiError';
import { logFailure } from '../../lib/logFailure';
import { loadSettings, type Settings } from '../../session/settings';
import { type Checkout, readCheckout } from './checkoutApi';

type Failure = 'missing' | 'unreachable';

/** The checkout as fetched when the page opens, and its payment provider; later changes are set by `setCheckout`. */
export function useLoadedCheckout(id: string) {
  const client = useApolloClient();
  const [loaded, setLoaded] = useState<{ readonly checkout: Checkout; readonly openedAs: string }>();
  const [failure, setFailure] = useState<{ readonly id: string; readonly why: Failure }>();
  const [attempt, setAttempt] = useState(0);
  const countries = useQuery(CountriesDocument);
  const [provider, setProvider] = useState<Settings['paymentProvider']>();
  // A restarted checkout is shown before the address names it.
  const isOfPage = loaded?.checkout.id === id || loaded?.openedAs === id;
  const known = isOfPage && provider !== undefined ? loaded.checkout : undefined;
  const isKnown = known !== undefined;

  useEffect(() => {
    if (isKnown) return undefined;
    let isCurrent = true;
    Promise.all([readCheckout(client, id), loadSettings()]).then(
      ([found, { paymentProvider }]) => {
        if (!isCurrent) return;
        setProvider(paymentProvider);
        if (found) setLoaded({ checkout: found, openedAs: id });
        else setFailure({ id, why: 'missing' });
      },
      (error: unknown) => {
        if (!isCurrent) return;
        const isMissing = apiErrorOf(error)?.code === 'NOT_FOUND';
        if (!isMissing) logFailure('Failed to load the checkout', error);
        setFailure({ id, why: isMissing ? 'missing' : 'unreachable' });
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [client, id, isKnown, attempt]);

  const hasFailed = failure?.id === id ? failure.why : undefined;
  return {
    checkout: known,
    setCheckout: (next: Checkout) => setLoaded({ checkout: next, openedAs: id }),
    provider,
    countries: countries.data?.countries,
    failure: known && !countries.error ? undefined : (hasFailed ?? (countries.error && ('unreachable' as const))),
    retries: attempt,
    retry: () => {
      setFailure(undefined);
      setAttempt((count) => count + 1);
      if (countries.error) void countries.refetch().catch(() => undefined);
    },
  };
}
