import type { PaymentMovement } from '../payments/provider';

export const movementKey = ({ kind, paymentId, id }: PaymentMovement): string =>
  kind === 'CAPTURE' ? `CAPTURE:${paymentId ?? id}` : `${kind}:${id}`;

/** What the provider moved around a moment: of a day that is read as a stream only some hours are kept. */
export function movementWindow(movements: AsyncIterable<PaymentMovement>) {
  const source = movements[Symbol.asyncIterator]();
  const kept = new Map<string, Date>();
  let next: PaymentMovement | null = null;
  let isOver = false;

  return {
    has: (key: string): boolean => kept.has(key),
    /** Reads on up to that moment, a batch at a time; what was moved before `since` is forgotten. */
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
    /** Where it is not read to its end. */
    close: async (): Promise<void> => {
      await source.return?.();
    },
  };
}

const batchSize = 100;
