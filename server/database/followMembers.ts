import type { Document, MongoClient } from 'mongodb';

interface Listeners {
  /** A heartbeat has found a server that takes writes. */
  readonly onReachable: () => void;
  /** A heartbeat has found that none does, for this reason. */
  readonly onLost: (problem: string) => void;
}

const takesWrites = ({ isWritablePrimary, ismaster }: Document): boolean =>
  isWritablePrimary === true || ismaster === true;

/**
 * Follows by the driver's heartbeats whether any server takes writes, and returns it: of a replica set a member may be
 * away, and an election may leave it without a primary while every member answers. Not by the driver's description of the
 * servers, which forgets one for a moment whenever a connection to it breaks.
 */
export function followMembers(client: MongoClient, { onReachable, onLost }: Listeners): () => boolean {
  /** By address, whether it took writes at its last heartbeat. Empty behind a load balancer, which has no heartbeats. */
  const members = new Map<string, boolean>();
  const isReachable = () => members.size === 0 || [...members.values()].includes(true);
  const note = (address: string, isWritable: boolean, problem: string): void => {
    members.set(address, isWritable);
    if (isReachable()) onReachable();
    else onLost(problem);
  };
  client.on('serverHeartbeatSucceeded', ({ connectionId, reply }) =>
    note(connectionId, takesWrites(reply), 'no member of the replica set takes writes'),
  );
  client.on('serverHeartbeatFailed', ({ connectionId, failure }) => note(connectionId, false, failure.message));
  client.on('serverClosed', ({ address }) => members.delete(address));
  return isReachable;
}
