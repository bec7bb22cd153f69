import { Agent, request } from 'node:http';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';

/** The least time that a reader takes; without it the shop is always overloaded, and its accept backlog never empty. */
const pauseMs = 400;

/** The outcomes of the requests of many clients that continue until they fail. */
export interface LoadCount {
  answered: number;
  /** Requests sent before the signal that got no answer. */
  lost: number;
  /** Errors on a connection that had carried an answer before. */
  keptAliveResets: number;
  /** Errors on a new connection that was already open. */
  freshResets: number;
  /** Answers other than 200, by status. */
  refused: Record<string, number>;
}

interface Outcome {
  readonly sentAt: number;
  readonly reused: boolean;
  readonly status?: number;
  readonly error?: NodeJS.ErrnoException;
}

export interface SteadyClients {
  readonly count: LoadCount;
  /** Resolves after so many answers; rejects when no client is left. */
  readonly warm: (answers: number) => Promise<void>;
  /** From here on, no request sent earlier may be lost. */
  readonly signalled: () => void;
  /** Resolves when every client has met its first error. */
  readonly done: Promise<unknown>;
  /**
   * The longest stall of the clients' own process since the signal, during which no client sends, whatever its pauses.
   */
  readonly stoodStillMs: () => number;
}

/** Starts clients with kept-alive connections, and clients that open a new connection for each request. */
export function startSteadyClients(url: string, keepAlive: number, fresh: number): SteadyClients {
  const count: LoadCount = { answered: 0, lost: 0, keptAliveResets: 0, freshResets: 0, refused: {} };
  let signalledAt = Infinity;
  let onAnswer: () => void = () => undefined;
  const loopDelay = monitorEventLoopDelay({ resolution: 10 });
  const client = async (keptAlive: boolean) => {
    const agent = keptAlive ? new Agent({ keepAlive: true, maxSockets: 1 }) : false;
    for (;;) {
      const outcome = await ask(url, agent);
      if (outcome.status !== undefined) {
        count.answered += 1;
        if (outcome.status !== 200) count.refused[outcome.status] = (count.refused[outcome.status] ?? 0) + 1;
        onAnswer();
        await delay(pauseMs);
        continue;
      }
      // The shop no longer listens: the expected end.
      if (outcome.error?.code === 'ECONNREFUSED') return;
      if (outcome.sentAt < signalledAt) count.lost += 1;
      else if (outcome.reused) count.keptAliveResets += 1;
      else count.freshResets += 1;
      return;
    }
  };
  const done = Promise.all([
    ...Array.from({ length: keepAlive }, () => client(true)),
    ...Array.from({ length: fresh }, () => client(false)),
  ]).finally(() => loopDelay.disable());
  return {
    count,
    warm: (answers) =>
      new Promise((resolve, reject) => {
        onAnswer = () => {
          if (count.answered >= answers) resolve();
        };
        void done.then(() => reject(new Error(`no client goes on: ${JSON.stringify(count)}`)));
      }),
    signalled: () => {
      signalledAt = performance.now();
      loopDelay.enable();
    },
    done,
    stoodStillMs: () => loopDelay.max / 1e6,
  };
}

export function ask(url: string, agent: Agent | false): Promise<Outcome> {
  return new Promise((resolve) => {
    let sentAt = Infinity;
    const sent = request(url, { agent, timeout: 10_000 }, (response) => {
      response.once('error', (error) => resolve({ sentAt, reused: sent.reusedSocket, error }));
      response.once('end', () => resolve({ sentAt, reused: sent.reusedSocket, status: response.statusCode ?? 0 }));
      response.resume();
    });
    sent.once('timeout', () => sent.destroy(new Error('no answer within 10 s')));
    sent.once('finish', () => (sentAt = performance.now()));
    sent.once('error', (error) => resolve({ sentAt, reused: sent.reusedSocket, error }));
    sent.end();
  });
}
