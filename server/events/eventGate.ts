import type { EventType } from './eventTypes';
import type { PendingEvent } from './pendingEvents';

/** Writes only events that an endpoint subscribes to, so that shops without webhooks pay nothing. */
export interface EventGate {
  readonly wants: (type: EventType) => Promise<boolean>;
  /** The events with a subscriber. */
  readonly wanted: (events: readonly PendingEvent[]) => Promise<readonly PendingEvent[]>;
  /** Call this after a change of the subscriptions. */
  readonly forget: () => void;
}

/** How long another process may miss a new endpoint. */
const freshMs = 2_000;

/** For shops without webhooks. */
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
