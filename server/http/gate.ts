import { UnavailableError } from '../errors';

/** Lets in whoever finds room, and tells all others to come again at once, before anything is done for them. */
export interface Gate {
  /** Throws what both surfaces answer as 503 with Retry-After; what it returns is to be called once at the end. */
  readonly enter: (client: string) => () => void;
}

export interface GateLimits {
  readonly perClient: number;
  readonly inAll: number;
}

/** `isOn`: where callers are not limited, as with the identity emulator, nobody is kept out. */
export function createGate({ perClient, inAll }: GateLimits, isOn: boolean): Gate {
  const inside = new Map<string, number>();
  let all = 0;
  return {
    enter: (client) => {
      const own = inside.get(client) ?? 0;
      if (isOn && (own >= perClient || all >= inAll))
        throw new UnavailableError('The shop has too much of this to do right now. Please try again.', 1);
      inside.set(client, own + 1);
      all += 1;
      let isInside = true;
      return () => {
        if (!isInside) return;
        isInside = false;
        all -= 1;
        const left = (inside.get(client) ?? 1) - 1;
        if (left === 0) inside.delete(client);
        else inside.set(client, left);
      };
    },
  };
}

/** Makes those who were let in wait for each other: what it gives is to be called once when the work is done. */
export type Turns = (client: string) => Promise<() => void>;

/** One of each client at a time and so many in all, in the order in which they came. `isOn` as for a gate. */
export function createTurns(atOnce: number, isOn: boolean): Turns {
  const working = new Set<string>();
  const waiting: { readonly client: string; readonly begin: () => void }[] = [];

  const callNext = () => {
    const index = working.size < atOnce ? waiting.findIndex(({ client }) => !working.has(client)) : -1;
    const [next] = index === -1 ? [] : waiting.splice(index, 1);
    if (!next) return;
    working.add(next.client);
    next.begin();
  };

  return async (client) => {
    if (!isOn) return () => undefined;
    await new Promise<void>((begin) => {
      waiting.push({ client, begin });
      callNext();
    });
    return () => {
      working.delete(client);
      callNext();
    };
  };
}
