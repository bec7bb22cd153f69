import { MongoServerError, type Db } from 'mongodb';
import { UnavailableError } from '../errors';
import { translateDatabaseError } from './databaseErrors';

/** What the shop makes use of where it is there, and does without where it is not. */
export interface Features {
  /** A write that a cut connection interrupts is sent again by the driver; without it the request is answered 503. */
  readonly retryableWrites: boolean;
  /** How processes learn of each other's writes to the catalogue; else by a document (catalogueVersion.ts). */
  readonly changeStreams: boolean;
  /** A duplicate key is identified by the error's keyPattern; without it, by the index in its message. */
  readonly keyPattern: boolean;
}

/** Asks the server itself, since its name and version promise nothing. */
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
    // All processes must use the same one: a process that mistakes an outage for the lack of it would miss the others' writes.
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

/** Without change streams: how the catalogue is followed is said where it is. */
const without: Readonly<Record<Exclude<keyof Features, 'changeStreams'>, string>> = {
  retryableWrites: 'a write that is cut off is answered 503, for there are no retryable writes',
  keyPattern: 'the text of duplicate-key errors is read, for they have no keyPattern',
};

/** How the shop does without what the server lacks, for one line of the log, which is no fault; null when it lacks nothing. */
export function describeLacking(features: Features): string | null {
  const names = (Object.keys(without) as (keyof typeof without)[]).filter((name) => !features[name]);
  return names.length === 0 ? null : `With this database ${names.map((name) => without[name]).join('; ')}`;
}
