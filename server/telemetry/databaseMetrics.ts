import { Gauge, Histogram, type Registry } from 'prom-client';
import { seconds } from './buckets';

export interface DatabaseMetrics {
  /** The connection pool, from the driver's events. */
  readonly pool: { open: number; inUse: number; waiting: number; max: number };
  readonly observeCommand: (command: string, result: 'ok' | 'error', seconds: number) => void;
}

/** Command labels come from the driver and the code, never from callers. */
export function createDatabaseMetrics(registry: Registry): DatabaseMetrics {
  const registers = [registry];
  const pool = { open: 0, inUse: 0, waiting: 0, max: 0 };
  const gauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(read());
      },
    });
  gauge('kiosk_database_connections', 'Open connections to the database', () => pool.open);
  gauge('kiosk_database_connections_in_use', 'Connections to the database that carry out a command', () => pool.inUse);
  gauge('kiosk_database_connections_limit', 'Connections to one database server at most', () => pool.max);
  gauge('kiosk_database_connections_waiting', 'Commands that wait for a connection', () => pool.waiting);
  const durations = new Histogram({
    name: 'kiosk_database_command_duration_seconds',
    help: 'Time of commands to the database by name and result',
    labelNames: ['command', 'result'],
    buckets: seconds,
    registers,
  });
  return {
    pool,
    observeCommand: (command, result, seconds) => durations.observe({ command, result }, seconds),
  };
}
