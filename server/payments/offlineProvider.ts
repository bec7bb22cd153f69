import { UnavailableError } from '../errors';
import type { PaymentProvider } from './provider';

const refuse = () => Promise.reject(new UnavailableError('Payments are switched off for now.', 60));

/** Makes no calls to the provider: known payments are still shown, and incoming notices still stored. */
export function offlineProvider(provider: PaymentProvider): PaymentProvider {
  if (provider.name === 'none') return provider;
  return {
    ...provider,
    isOffline: true,
    ...{ start: refuse, findState: refuse, capture: refuse, void: refuse, refund: refuse, findPayment: refuse },
    // eslint-disable-next-line require-yield -- there is nothing
    async *movements() {
      await refuse();
    },
  };
}
