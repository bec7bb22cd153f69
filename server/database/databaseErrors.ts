import {
  MongoDriverError,
  MongoError,
  MongoNetworkError,
  MongoServerError,
  MongoServerSelectionError,
  MongoWriteConcernError,
} from 'mongodb';
import { UnavailableError } from '../errors';

/**
 * Codes of transient failures: the server steps down, shuts down, has no primary, runs out of time or space, or has a
 * write conflict (112; DocumentDB's 16908292 is PostgreSQL's deadlock between inserts of the same slug).
 */
const unavailableCodes = new Set([
  6, 7, 50, 64, 89, 91, 112, 133, 134, 189, 202, 262, 358, 9001, 10058, 10107, 11600, 11602, 13388, 13435, 13436, 14031,
  16908292,
]);

/** The one place where database outages become 503s; all other errors pass unchanged. */
export function translateDatabaseError(error: unknown): unknown {
  return isOutage(error) ? Object.assign(new UnavailableError(), { cause: error }) : error;
}

export const isDatabaseError = (error: unknown): error is MongoError => error instanceof MongoError;

export function isOutage(error: unknown): boolean {
  if (error instanceof MongoServerSelectionError || error instanceof MongoNetworkError) return true;
  if (error instanceof MongoWriteConcernError) return true;
  if (error instanceof MongoServerError) return typeof error.code === 'number' && unavailableCodes.has(error.code);
  // Pool cleared, pool wait timed out, client not connected: the driver's own errors for the same outage.
  return (
    error instanceof MongoDriverError &&
    /pool|timed out|timeout|topology|must be connected|not connected|interrupted/i.test(error.message)
  );
}

/** Servers on PostgreSQL report a duplicate key on update with PostgreSQL's message, under an unspecific code. */
export function isDuplicateKey(error: unknown): boolean {
  if (!(error instanceof MongoServerError)) return false;
  return error.code === 11000 || /violates (exclusion|unique) constraint/.test(error.message);
}

/** Whether the write was made: false on a duplicate key. */
export async function unlessDuplicate(write: Promise<unknown>): Promise<boolean> {
  try {
    await write;
    return true;
  } catch (error) {
    if (isDuplicateKey(error)) return false;
    throw error;
  }
}

/** True if the _id was the duplicate. Some servers name the key, some only the index, each in their own wording. */
export function isDuplicateId(error: unknown): boolean {
  if (!(error instanceof MongoServerError) || error.code !== 11000) return false;
  const keys = error['keyPattern'] as Record<string, unknown> | undefined;
  return keys ? Object.hasOwn(keys, '_id') : /\b_id_?\b/.test(error.message);
}

/** Translates every failure of the repository, so that callers do not depend on the driver. */
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
