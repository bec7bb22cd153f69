import { isRefusal } from '../errors';
import type { PaymentProvider, PaymentState } from './provider';

/**
 * Makes a refund; null: the provider refuses it for good, as after a dispute. Rejects where the outcome says nothing
 * about the money: then it is retried under the same id.
 */
export async function refundUnlessRefused(
  provider: Pick<PaymentProvider, 'refund'>,
  paymentId: string,
  refund: Parameters<PaymentProvider['refund']>[1],
): Promise<PaymentState | null> {
  try {
    return await provider.refund(paymentId, refund);
  } catch (error) {
    if (isRefusal(error)) return null;
    throw error;
  }
}
