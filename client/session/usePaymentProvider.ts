import { useEffect, useState } from 'react';
import { loadSettings, type Settings } from './settings';

/** Undefined until it is known: then the server decides. */
export function usePaymentProvider(): Settings['paymentProvider'] | undefined {
  const [provider, setProvider] = useState<Settings['paymentProvider']>();
  useEffect(() => {
    let current = true;
    loadSettings().then(
      ({ paymentProvider }) => current && setProvider(paymentProvider),
      () => undefined,
    );
    return () => {
      current = false;
    };
  }, []);
  return provider;
}
