import type { MongoClientOptions } from 'mongodb';

/** Default of DATABASE_TIMEOUT_MS. */
const defaultAnswerMs = 1_500;

/**
 * A request waits at most two seconds for a server and one and a half for a reply, then it gets a 503; all of it scales
 * with the configured timeout.
 */
export function requestOptionsFor(answerMs: number) {
  const share = answerMs / defaultAnswerMs;
  return {
    serverSelectionTimeoutMS: Math.round(2_000 * share),
    connectTimeoutMS: Math.round(2_000 * share),
    socketTimeoutMS: answerMs,
    waitQueueTimeoutMS: Math.round(1_000 * share),
    // Connections opened at peak load would otherwise stay open forever.
    maxIdleTimeMS: 60_000,
    heartbeatFrequencyMS: 2_000,
    retryWrites: true,
    retryReads: true,
    writeConcern: { w: 'majority', journal: true },
    ignoreUndefined: true,
    appName: 'kiosk',
  } as const satisfies MongoClientOptions;
}

export const requestOptions = requestOptionsFor(defaultAnswerMs);

/** For index builds, migrations and bulk loading, which may take longer than a request. */
export const longRunningOptions = {
  ...requestOptions,
  socketTimeoutMS: 0,
  // Also how long the driver waits for a heartbeat before it closes every connection: the server may be busy with the
  // load.
  connectTimeoutMS: 30_000,
  waitQueueTimeoutMS: 30_000,
  maxPoolSize: 2,
} as const satisfies MongoClientOptions;
