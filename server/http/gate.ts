import { UnavailableError } from '../errors';

/** Lets in whoever finds room, and tells all others to come again at once, before anything is done for them. */
export interface Gate {
  /** Rejects with what both surfaces answer as 503 with Retry-After; what it resolves to is to be called once at the end. */
  readonly enter: (client: string) => Promise<() => void>;
}

export interface GateLimits {
  readonly perClient: number;
  readonly inAll: number;
  /** How many of those inside work at a time, one of each client; the others wait in the order in which they came. */
  readonly atOnce?: number;
}

interface Place {
  readonly client: string;
  /** null: it works. */
  begin: (() => void) | null;
}

/** `isOn`: where callers are not limited, as with the identity emulator, nobody is kept out and nobody waits. */
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
