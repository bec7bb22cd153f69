import type { PaymentMovement } from '../payments/provider';

export const movementKey = ({ kind, paymentId, id }: PaymentMovement): string =>
  kind === 'CAPTURE' ? `CAPTURE:${paymentId ?? id}` : `${kind}:${id}`;

/** A sliding window over the provider's movements, so that a streamed day takes the memory of some hours. */
export function movementWindow(movements: AsyncIterable<PaymentMovement>) {
  const source = movements[Symbol.asyncIterator]();
  const kept = new Map<string, Date>();
  let next: PaymentMovement | null = null;
  let isOver = false;

  return {
    has: (key: string): boolean => kept.has(key),
    /** Reads until `until`, a batch at a time; drops movements before `since`. */
    async *readTo(until: Date, since: Date): AsyncGenerator<readonly PaymentMovement[]> {
      for (const [key, at] of kept) if (at < since) kept.delete(key);
      let batch: PaymentMovement[] = [];
      while (!isOver) {
        if (!next) {
          const result = await source.next();
          if (result.done) isOver = true;
          else next = result.value;
        }
        if (!next || next.at >= until) break;
        kept.set(movementKey(next), next.at);
        batch.push(next);
        next = null;
        if (batch.length === batchSize) {
          yield batch;
          batch = [];
        }
      }
      if (batch.length > 0) yield batch;
    },
    /** Call this if it is not read to its end. */
    close: async (): Promise<void> => {
      await source.return?.();
    },
  };
}

const batchSize = 100;
