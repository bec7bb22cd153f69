import type { MongoClient } from 'mongodb';

/** For the timer itself, and for a machine that is busy. */
const graceMs = 500;

/**
 * Calls `onHung` when the driver's look at a server has not ended in the time it has. A connection that breaks while the
 * driver writes to it was seen to leave it waiting for ever: no other look follows, and nobody is told (mongodb 7.9).
 */
export function watchHeartbeats(client: MongoClient, onHung: () => void): { readonly close: () => void } {
  const { connectTimeoutMS, heartbeatFrequencyMS } = client.options;
  const open = new Map<string, NodeJS.Timeout>();
  const ended = ({ connectionId }: { connectionId: string }) => {
    clearTimeout(open.get(connectionId));
    open.delete(connectionId);
  };
  client.on('serverHeartbeatStarted', (event) => {
    ended(event);
    // What is awaited is answered when something changes, else after the time between two looks.
    const limitMs = connectTimeoutMS + (event.awaited ? heartbeatFrequencyMS : 0) + graceMs;
    const timer = setTimeout(() => {
      open.delete(event.connectionId);
      onHung();
    }, limitMs);
    open.set(event.connectionId, timer.unref());
  });
  client.on('serverHeartbeatSucceeded', ended);
  client.on('serverHeartbeatFailed', ended);
  client.on('serverClosed', ({ address }) => ended({ connectionId: address }));
  const close = () => {
    for (const timer of open.values()) clearTimeout(timer);
    open.clear();
  };
  return { close };
}
