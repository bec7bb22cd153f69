import { MongoServerError, type Db } from 'mongodb';
import { UnavailableError } from '../errors';
import { translateDatabaseError } from './databaseErrors';

/** Optional features of the database, each with a fallback. */
export interface Features {
  /** The driver resends a write after a broken connection; without it the request gets a 503. */
  readonly retryableWrites: boolean;
  /** How processes learn of each other's writes to the catalogue; else by a document (catalogueVersion.ts). */
  readonly changeStreams: boolean;
  /** A duplicate key is identified by the error's keyPattern; without it, by the index in its message. */
  readonly keyPattern: boolean;
}

/** Probes the server, since its name and version guarantee nothing. */
export async function readFeatures(db: Db): Promise<Features> {
  const hello = await db.admin().command({ hello: 1 });
  const hasSessions = typeof hello['logicalSessionTimeoutMinutes'] === 'number';
  const isReplicated = typeof hello['setName'] === 'string' || hello['msg'] === 'isdbgrid';
  return {
    retryableWrites: hasSessions && isReplicated,
    changeStreams: await hasChangeStreams(db),
    keyPattern: await hasKeyPattern(db),
  };
}

async function hasChangeStreams(db: Db): Promise<boolean> {
  try {
    const { cursor } = await db.command({ aggregate: 'meta', pipeline: [{ $changeStream: {} }], cursor: {} });
    await db.command({ killCursors: 'meta', cursors: [(cursor as { id: unknown }).id] });
    return true;
  } catch (error) {
    if (error instanceof MongoServerError && !(translateDatabaseError(error) instanceof UnavailableError)) return false;
    // All processes must use the same mechanism: one that mistakes an outage for a missing feature would miss the
    // others' writes.
    throw error;
  }
}

async function hasKeyPattern(db: Db): Promise<boolean> {
  const meta = db.collection<{ _id: string }>('meta');
  const taken = { _id: 'keyPattern' };
  try {
    await meta.insertOne(taken);
    await meta.insertOne(taken);
    return false;
  } catch (error) {
    if (!(error instanceof MongoServerError) || error.code !== 11000) throw error;
    return error['keyPattern'] !== undefined;
  }
}

/** Without change streams: logged where the catalogue is followed. */
const without: Readonly<Record<Exclude<keyof Features, 'changeStreams'>, string>> = {
  retryableWrites: 'a write that is cut off is answered 503, for there are no retryable writes',
  keyPattern: 'the text of duplicate-key errors is read, for they have no keyPattern',
};

/** Fallbacks for missing features, as one log line that is not a fault; null if none is missing. */
export function describeLacking(features: Features): string | null {
  const names = (Object.keys(without) as (keyof typeof without)[]).filter((name) => !features[name]);
  return names.length === 0 ? null : `With this database ${names.map((name) => without[name]).join('; ')}`;
}
