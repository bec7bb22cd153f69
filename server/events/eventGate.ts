import type { EventType } from './eventTypes';
import type { PendingEvent } from './pendingEvents';

/** Nobody pays for what nobody listens to: an event that no endpoint wants is not written. */
export interface EventGate {
  readonly wants: (type: EventType) => Promise<boolean>;
  /** Those that somebody wants. */
  readonly wanted: (events: readonly PendingEvent[]) => Promise<readonly PendingEvent[]>;
  /** This process has changed what is wanted. */
  readonly forget: () => void;
}

/** How long another process may not know of a new endpoint. */
const freshMs = 2_000;

/** Of a shop without webhooks. */
export const closedGate: EventGate = {
  wants: () => Promise.resolve(false),
  wanted: () => Promise.resolve([]),
  forget: () => undefined,
};

export function createEventGate(readWanted: () => Promise<ReadonlySet<EventType>>): EventGate {
  let read: { readonly at: number; readonly types: Promise<ReadonlySet<EventType>> } | undefined;
  const current = (): Promise<ReadonlySet<EventType>> => {
    if (read && performance.now() - read.at < freshMs) return read.types;
    const types = readWanted();
    const own = { at: performance.now(), types };
    read = own;
    types.catch(() => {
      if (read === own) read = undefined;
    });
    return types;
  };
  return {
    wants: async (type) => (await current()).has(type),
    async wanted(events) {
      if (events.length === 0) return events;
      const types = await current();
      return events.filter(({ type }) => types.has(type));
    },
    forget: () => {
      read = undefined;
    },
  };
}
