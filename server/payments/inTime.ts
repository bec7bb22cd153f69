import { notKnown } from './notKnown';
import type { PaymentProvider } from './provider';

/** Less than the 10 s within which the page says that the provider is away: what the shop itself does takes time, too. */
const answeredWithinMs = 9_000;

/**
 * The provider as one request asks it, from now on: whatever is asked of it together ends in time. What has not been answered by then is
 * not known, as any other answer that is lost; it may be asked for once more at any moment.
 */
export function inTime(provider: PaymentProvider): PaymentProvider {
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
    ...{ start: within(provider.start), look: within(provider.look), capture: within(provider.capture) },
    ...{ void: within(provider.void), refund: within(provider.refund) },
  };
}

const tooLate = () => notKnown('The time for what one request asks of the provider is over');
