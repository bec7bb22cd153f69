import { UnavailableError } from '../errors';

/** Limits concurrency: callers without a slot are rejected at once with a Retry-After. */
export interface Gate {
  /** Rejects with a 503 and Retry-After; resolves to a function that releases the slot. */
  readonly enter: (client: string) => Promise<() => void>;
}

export interface GateLimits {
  readonly perClient: number;
  readonly inAll: number;
  /** How many of the admitted run concurrently, one per client; the others wait in order of arrival. */
  readonly atOnce?: number;
}

interface Place {
  readonly client: string;
  /** null: running. */
  begin: (() => void) | null;
}

/** `isOn`: false where callers are not limited, as with the identity emulator. */
export function createGate(
  { perClient, inAll, atOnce }: GateLimits,
  isOn: boolean,
  onRefusal: () => void = () => undefined,
): Gate {
  const inside = new Set<Place>();

  const callNext = (most: number) => {
    const working = [...inside].filter(({ begin }) => begin === null);
    const isWorking = new Set(working.map(({ client }) => client));
    const next = [...inside].find(({ client, begin }) => begin !== null && !isWorking.has(client));
    if (!next || working.length >= most) return;
    next.begin?.();
    next.begin = null;
  };

  return {
    enter: async (client) => {
      if (!isOn) return () => undefined;
      const own = [...inside].filter((place) => place.client === client).length;
      if (own >= perClient || inside.size >= inAll) {
        onRefusal();
        throw new UnavailableError('The shop has too much of this to do right now. Please try again.', 1);
      }
      const place: Place = { client, begin: null };
      inside.add(place);
      if (atOnce !== undefined)
        await new Promise<void>((begin) => {
          place.begin = begin;
          callNext(atOnce);
        });
      return () => {
        inside.delete(place);
        if (atOnce !== undefined) callNext(atOnce);
      };
    },
  };
}
