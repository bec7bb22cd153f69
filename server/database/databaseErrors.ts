import {
  MongoDriverError,
  MongoNetworkError,
  MongoServerError,
  MongoServerSelectionError,
  MongoWriteConcernError,
} from 'mongodb';
import { UnavailableError } from '../errors';

/**
 * Codes of transient failures: the server steps down, shuts down, has no primary, runs out of time or space, or conflicts with
 * another write (112; DocumentDB's 16908292 is PostgreSQL's deadlock between inserts of one slug).
 */
const unavailableCodes = new Set([
  6, 7, 50, 64, 89, 91, 112, 133, 134, 189, 202, 262, 358, 9001, 10058, 10107, 11600, 11602, 13388, 13435, 13436, 14031,
  16908292,
]);

/** The one place where an outage of the database becomes the 503 that callers understand; everything else stays as it is. */
export function translateDatabaseError(error: unknown): unknown {
  return isOutage(error) ? Object.assign(new UnavailableError(), { cause: error }) : error;
}

export function isOutage(error: unknown): boolean {
  if (error instanceof MongoServerSelectionError || error instanceof MongoNetworkError) return true;
  if (error instanceof MongoWriteConcernError) return true;
  if (error instanceof MongoServerError) return typeof error.code === 'number' && unavailableCodes.has(error.code);
  // Pool cleared, pool wait timed out, client not connected: driver-side faces of the same outage.
  return (
    error instanceof MongoDriverError &&
    /pool|timed out|timeout|topology|must be connected|not connected|interrupted/i.test(error.message)
  );
}

/** Servers on PostgreSQL report a duplicate key on update in PostgreSQL's words, under an unspecific code. */
export function isDuplicateKey(error: unknown): boolean {
  if (!(error instanceof MongoServerError)) return false;
  return error.code === 11000 || /violates (exclusion|unique) constraint/.test(error.message);
}

/** Whether the write was made: false on a duplicate key. */
export async function unlessTaken(write: Promise<unknown>): Promise<boolean> {
  try {
    await write;
    return true;
  } catch (error) {
    if (isDuplicateKey(error)) return false;
    throw error;
  }
}

/** True when it was the _id that was taken. Some servers name the key, some only the index, in words of their own. */
export function isDuplicateId(error: unknown): boolean {
  if (!(error instanceof MongoServerError) || error.code !== 11000) return false;
  const keys = error['keyPattern'] as Record<string, unknown> | undefined;
  return keys ? Object.hasOwn(keys, '_id') : /\b_id_?\b/.test(error.message);
}

/** The repository with every failure translated, so that no caller has to think of the driver. */
export function translating<T extends object>(repository: T): T {
  const methods = Object.entries(repository).map(([name, method]: [string, unknown]) => {
    if (typeof method !== 'function') return [name, method];
    const guarded = async (...args: unknown[]) => {
      try {
        return await (method as (...args: unknown[]) => unknown)(...args);
      } catch (error) {
        throw translateDatabaseError(error);
      }
    };
    return [name, guarded];
  });
  return Object.fromEntries(methods) as T;
}
