import { isRefusal } from '../errors';
import type { ObserveCall } from '../telemetry/observeCall';
import type { PaymentProvider, PaymentState } from './provider';

/** Without an id of the provider's: it has not opened the payment. */
const resultOfStart = ({ result, providerId }: PaymentState) =>
  result === 'DECLINED' && providerId === '' ? 'refused' : 'ok';
const resultOfCapture = ({ capturedCents }: PaymentState) => (capturedCents > 0 ? 'ok' : 'refused');
const ok = () => 'ok';
const resultOfError = (error: unknown) => (isRefusal(error) ? 'refused' : 'error');

/** Records the outcome of each call to the provider. */
export function instrumentProvider(provider: PaymentProvider, watch: ObserveCall): PaymentProvider {
  if (provider.name === 'none') return provider;
  return {
    ...provider,
    start: (payment) => watch('start', () => provider.start(payment), resultOfStart, resultOfError),
    findState: (paymentId) => watch('look', () => provider.findState(paymentId)),
    capture: (paymentId, amountCents) =>
      watch('capture', () => provider.capture(paymentId, amountCents), resultOfCapture, resultOfError),
    void: (paymentId) => watch('void', () => provider.void(paymentId)),
    refund: (paymentId, refund) => watch('refund', () => provider.refund(paymentId, refund), ok, resultOfError),
    findPayment: (providerId) => watch('findPayment', () => provider.findPayment(providerId)),
  };
}
