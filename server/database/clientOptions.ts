import type { MongoClientOptions } from 'mongodb';

/** Unless DATABASE_TIMEOUT_MS says otherwise. */
const usualAnswerMs = 1_500;

/**
 * A request waits at most two seconds for a server and one and a half for an answer, then it is answered 503; all of
 * it longer in the same measure where a slower database is given more time to answer.
 */
export function requestOptionsFor(answerMs: number) {
  const share = answerMs / usualAnswerMs;
  return {
    serverSelectionTimeoutMS: Math.round(2_000 * share),
    connectTimeoutMS: Math.round(2_000 * share),
    socketTimeoutMS: answerMs,
    waitQueueTimeoutMS: Math.round(1_000 * share),
    // What a busy minute has opened would stay open for ever.
    maxIdleTimeMS: 60_000,
    heartbeatFrequencyMS: 2_000,
    retryWrites: true,
    retryReads: true,
    writeConcern: { w: 'majority', journal: true },
    ignoreUndefined: true,
    appName: 'kiosk',
  } as const satisfies MongoClientOptions;
}

export const requestOptions = requestOptionsFor(usualAnswerMs);

/** For index builds, migrations and bulk loading, which may take longer than a request. */
export const patientOptions = {
  ...requestOptions,
  socketTimeoutMS: 0,
  // Also how long the driver waits for a sign of life before it cuts every connection: a server may be busy with the load.
  connectTimeoutMS: 30_000,
  waitQueueTimeoutMS: 30_000,
  maxPoolSize: 2,
} as const satisfies MongoClientOptions;
