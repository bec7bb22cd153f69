import type { ObserveCall } from '../telemetry/observeCall';
import type { PaymentProvider } from './provider';

/** Records the outcome of each call to the provider. */
export function instrumentProvider(provider: PaymentProvider, watch: ObserveCall): PaymentProvider {
  if (provider.name === 'none') return provider;
  return {
    ...provider,
    start: (payment) => watch('start', () => provider.start(payment)),
    findState: (paymentId) => watch('look', () => provider.findState(paymentId)),
    capture: (paymentId, amountCents) => watch('capture', () => provider.capture(paymentId, amountCents)),
    void: (paymentId) => watch('void', () => provider.void(paymentId)),
    refund: (paymentId, refund) => watch('refund', () => provider.refund(paymentId, refund)),
    findPayment: (providerId) => watch('findPayment', () => provider.findPayment(providerId)),
  };
}
