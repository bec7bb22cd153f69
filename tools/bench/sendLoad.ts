import { Connection } from './Connection';

/** The next request; null when there are no more. */
export type NextRequest = () => Buffer | null;

export interface Load {
  readonly port: number;
  readonly connections: number;
  readonly seconds: number;
  readonly next: NextRequest;
}

export interface LoadResult {
  readonly answers: number;
  readonly seconds: number;
  /** Milliseconds, ascending. */
  readonly latencies: Float64Array;
  /** Counts by kind of failure. */
  readonly failures: Readonly<Record<string, number>>;
}

const patienceMs = 20_000;

/** Closed-loop load: sends the next request of each connection when the last is answered, until the time is over. */
export async function sendLoad({ port, connections, seconds, next }: Load): Promise<LoadResult> {
  const latencies: number[] = [];
  const failures: Record<string, number> = {};
  const fail = (failure: string) => (failures[failure] = (failures[failure] ?? 0) + 1);
  let until = Infinity;
  let start: () => void = () => undefined;
  const started = new Promise<void>((resolve) => (start = resolve));
  let open = 0;
  let lastAt = 0;

  const client = () =>
    new Promise<void>((resolve) => {
      let sentAt = 0;
      const proceed = () => {
        sentAt = performance.now();
        const request = sentAt < until ? next() : null;
        if (request !== null) return connection.send(request);
        clearTimeout(patience);
        connection.close();
        resolve();
      };
      const connection = new Connection(
        port,
        ({ status, failure }) => {
          lastAt = performance.now();
          if (failure !== null) fail(failure);
          if (status === 0) {
            clearTimeout(patience);
            return resolve();
          }
          latencies.push(lastAt - sentAt);
          proceed();
        },
        () => {
          open += 1;
          if (open === connections) start();
          void started.then(proceed);
        },
      );
      const patience = setTimeout(
        () => {
          fail('no answer');
          connection.close();
          start();
          resolve();
        },
        seconds * 1_000 + patienceMs,
      );
    });

  const clients = Array.from({ length: connections }, client);
  await started;
  const startedAt = performance.now();
  until = startedAt + seconds * 1_000;
  await Promise.all(clients);
  return {
    answers: latencies.length,
    seconds: (lastAt - startedAt) / 1_000,
    latencies: Float64Array.from(latencies).sort(),
    failures,
  };
}
