import { UnavailableError } from '../errors';

/** Limits concurrency: callers without a slot are rejected at once with a Retry-After. */
export interface ConcurrencyLimiter {
  /** Rejects with a 503 and Retry-After; resolves to a function that releases the slot. */
  readonly acquire: (client: string) => Promise<() => void>;
}

export interface ConcurrencyLimits {
  readonly perClient: number;
  readonly total: number;
  /** How many of the admitted run concurrently, one per client; the others wait in order of arrival. */
  readonly concurrency?: number;
}

interface Slot {
  readonly client: string;
  /** null: running. */
  begin: (() => void) | null;
}

/** `isOn`: false where callers are not limited, as with the identity emulator. */
export function createConcurrencyLimiter(
  { perClient, total, concurrency }: ConcurrencyLimits,
  isOn: boolean,
  onRefusal: () => void = () => undefined,
): ConcurrencyLimiter {
  const slots = new Set<Slot>();

  const startNext = (max: number) => {
    const working = [...slots].filter(({ begin }) => begin === null);
    const isWorking = new Set(working.map(({ client }) => client));
    const next = [...slots].find(({ client, begin }) => begin !== null && !isWorking.has(client));
    if (!next || working.length >= max) return;
    next.begin?.();
    next.begin = null;
  };

  return {
    acquire: async (client) => {
      if (!isOn) return () => undefined;
      const own = [...slots].filter((slot) => slot.client === client).length;
      if (own >= perClient || slots.size >= total) {
        onRefusal();
        throw new UnavailableError('The shop has too much of this to do right now. Please try again.', 1);
      }
      const slot: Slot = { client, begin: null };
      slots.add(slot);
      if (concurrency !== undefined)
        await new Promise<void>((begin) => {
          slot.begin = begin;
          startNext(concurrency);
        });
      return () => {
        slots.delete(slot);
        if (concurrency !== undefined) startNext(concurrency);
      };
    },
  };
}
