import { outcomeUnknown } from './outcomeUnknown';
import type { PaymentProvider } from './provider';

/** The page reports an outage after 10 s, and the shop's own work takes time, too. */
const answeredWithinMs = 9_000;

/**
 * The provider with one deadline for all calls of a request, starting now. A call that misses it counts as unanswered:
 * its outcome is unknown, and it may be retried.
 */
export function withDeadline(provider: PaymentProvider): PaymentProvider {
  const endsAt = performance.now() + answeredWithinMs;
  const within =
    <Given extends readonly unknown[], T>(call: (...given: Given) => Promise<T>) =>
    async (...given: Given): Promise<T> => {
      const leftMs = endsAt - performance.now();
      if (leftMs <= 0) throw tooLate();
      let timer: NodeJS.Timeout | undefined;
      const end = new Promise<never>((_resolve, reject) => {
        timer = setTimeout(() => reject(tooLate()), leftMs);
      });
      try {
        return await Promise.race([call(...given), end]);
      } finally {
        clearTimeout(timer);
      }
    };
  return {
    ...provider,
    ...{ start: within(provider.start), findState: within(provider.findState), capture: within(provider.capture) },
    ...{ void: within(provider.void), refund: within(provider.refund) },
  };
}

const tooLate = () => outcomeUnknown('The time for what one request asks of the provider is over');
