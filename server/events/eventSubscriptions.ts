import type { EventType } from './eventTypes';
import type { PendingEvent } from './pendingEvents';

/** Only events that an endpoint subscribes to are written, so that shops without webhooks pay nothing. */
export interface EventSubscriptions {
  readonly has: (type: EventType) => Promise<boolean>;
  /** The events with a subscriber. */
  readonly filter: (events: readonly PendingEvent[]) => Promise<readonly PendingEvent[]>;
  /** Call this after a change of the subscriptions. */
  readonly forget: () => void;
}

/** How long another process may miss a new endpoint. */
const freshMs = 2_000;

/** For shops without webhooks. */
export const noSubscriptions: EventSubscriptions = {
  has: () => Promise.resolve(false),
  filter: () => Promise.resolve([]),
  forget: () => undefined,
};

export function createEventSubscriptions(readTypes: () => Promise<ReadonlySet<EventType>>): EventSubscriptions {
  let read: { readonly at: number; readonly types: Promise<ReadonlySet<EventType>> } | undefined;
  const current = (): Promise<ReadonlySet<EventType>> => {
    if (read && performance.now() - read.at < freshMs) return read.types;
    const types = readTypes();
    const own = { at: performance.now(), types };
    read = own;
    types.catch(() => {
      if (read === own) read = undefined;
    });
    return types;
  };
  return {
    has: async (type) => (await current()).has(type),
    async filter(events) {
      if (events.length === 0) return events;
      const types = await current();
      return events.filter(({ type }) => types.has(type));
    },
    forget: () => {
      read = undefined;
    },
  };
}
