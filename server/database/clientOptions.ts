import type { MongoClientOptions } from 'mongodb';

/** A request waits at most two seconds for a server and one and a half for an answer, then it is told to come again. */
export const requestOptions = {
  serverSelectionTimeoutMS: 2_000,
  connectTimeoutMS: 2_000,
  socketTimeoutMS: 1_500,
  waitQueueTimeoutMS: 1_000,
  heartbeatFrequencyMS: 2_000,
  maxPoolSize: 20,
  retryWrites: true,
  retryReads: true,
  writeConcern: { w: 'majority', journal: true },
  ignoreUndefined: true,
  appName: 'kiosk',
} as const satisfies MongoClientOptions;

/** For index builds, migrations and bulk loading, which may take longer than a request. */
export const patientOptions = {
  ...requestOptions,
  socketTimeoutMS: 0,
  // Also how long the driver waits for a sign of life before it cuts every connection: a server may be busy with the load.
  connectTimeoutMS: 30_000,
  waitQueueTimeoutMS: 30_000,
  maxPoolSize: 2,
} as const satisfies MongoClientOptions;
