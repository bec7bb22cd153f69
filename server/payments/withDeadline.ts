import { outcomeUnknown } from './outcomeUnknown';
import type { PaymentProvider } from './provider';

/** The page waits 8 s for an answer, and the shop's own work takes time, too. */
const answeredWithinMs = 7_000;

/**
 * The provider with one deadline for all calls of a request, starting now. A call that misses it, or that `stopping` cuts
 * off, counts as unanswered: its outcome is unknown, and it may be retried.
 */
export function withDeadline(
  provider: PaymentProvider,
  withinMs = answeredWithinMs,
  stopping?: AbortSignal,
): PaymentProvider {
  const endsAt = performance.now() + withinMs;
  const within =
    <Given extends readonly unknown[], T>(call: (...given: Given) => Promise<T>) =>
    async (...given: Given): Promise<T> => {
      const leftMs = endsAt - performance.now();
      if (leftMs <= 0 || stopping?.aborted) throw tooLate();
      let giveUp: () => void = () => undefined;
      const end = new Promise<never>((_resolve, reject) => {
        giveUp = () => reject(tooLate());
      });
      const timer = setTimeout(giveUp, leftMs);
      stopping?.addEventListener('abort', giveUp);
      try {
        return await Promise.race([call(...given), end]);
      } finally {
        clearTimeout(timer);
        stopping?.removeEventListener('abort', giveUp);
      }
    };
  return {
    ...provider,
    ...{ start: within(provider.start), findState: within(provider.findState), capture: within(provider.capture) },
    ...{ void: within(provider.void), refund: within(provider.refund), findPayment: within(provider.findPayment) },
  };
}

const tooLate = () => outcomeUnknown('The time for what one request asks of the provider is over');
