import type { MongoClient } from 'mongodb';
import type { DatabaseMetrics } from './databaseMetrics';
import type { EndSpan } from './spans';
import { beginCommand } from './traces';

interface Running {
  readonly startedAt: number;
  readonly end: EndSpan | null;
}

/** Metrics and traces from the driver's events: its connections, and its commands if command monitoring is on. */
export function instrumentDatabase(client: MongoClient, { pool, observeCommand }: DatabaseMetrics): void {
  /** At most one per connection; the driver reports the end of every command. */
  const running = new Map<number, Running>();
  pool.max = client.options.maxPoolSize;
  const change = (name: 'open' | 'inUse' | 'waiting', by: 1 | -1) => {
    pool[name] = Math.max(0, pool[name] + by);
  };
  client.on('connectionCreated', () => change('open', 1));
  client.on('connectionClosed', () => change('open', -1));
  client.on('connectionCheckOutStarted', () => change('waiting', 1));
  client.on('connectionCheckOutFailed', () => change('waiting', -1));
  client.on('connectionCheckedOut', () => {
    change('waiting', -1);
    change('inUse', 1);
  });
  client.on('connectionCheckedIn', () => change('inUse', -1));

  const finish = (requestId: number, command: string, failure: Error | null) => {
    const begun = running.get(requestId);
    if (!begun) return;
    running.delete(requestId);
    observeCommand(command, failure ? 'error' : 'ok', (performance.now() - begun.startedAt) / 1_000);
    begun.end?.(failure);
  };
  client.on('commandStarted', ({ requestId, commandName, databaseName, command }) => {
    const collection: unknown = command[commandName];
    const end = beginCommand({
      command: commandName,
      database: databaseName,
      collection: typeof collection === 'string' ? collection : null,
    });
    running.set(requestId, { startedAt: performance.now(), end });
  });
  client.on('commandSucceeded', ({ requestId, commandName }) => finish(requestId, commandName, null));
  client.on('commandFailed', ({ requestId, commandName, failure }) => finish(requestId, commandName, failure));
}
