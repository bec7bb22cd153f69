import { MongoClient, type Db } from 'mongodb';
import type { Logger } from 'pino';
import { followCatalogue, type CatalogueVersion } from '../database/catalogueVersion';
import { requestOptions, requestOptionsFor } from '../database/clientOptions';
import { failBrokenWrites } from '../database/failBrokenWrites';
import { followMembers } from '../database/followMembers';
import { isOutage } from '../database/databaseErrors';
import { describeLacking, readFeatures } from '../database/features';
import { checkStoredData } from './migrations';
import { prepareDatabase } from './prepareDatabase';
import { catalogueCollections } from './repositories';
import { checkOptions } from '../database/selfChecks';

failBrokenWrites();

export interface Database {
  readonly db: Db;
  /** Resolves when the database was connected and prepared for the first time. */
  readonly ready: () => Promise<void>;
  /** Resolves when the first attempt has finished, successful or not; never rejects. */
  readonly firstAttempt: Promise<void>;
  readonly isReady: () => boolean;
  /** Why the database is not ready, in one line; null if it is. */
  readonly problem: () => string | null;
  /**
   * Looks whether the stored data is still this version's, and if not stops serving: a process of a newer release may have
   * migrated it. False: not ready, or not any more.
   */
  readonly recheck: () => Promise<boolean>;
  readonly catalogue: Pick<CatalogueVersion, 'current' | 'known' | 'changed'>;
  readonly close: () => Promise<void>;
}

export interface ConnectOptions {
  readonly uri: string;
  readonly databaseName: string;
  readonly log: Pick<Logger, 'info' | 'warn' | 'error'>;
  /** Response timeout of a request; the default if missing. */
  readonly answerMs?: number;
  /** Called with the client before it connects, and enables its command monitoring. */
  readonly watch?: (client: MongoClient) => void;
  /** Runs after every (re)connection, when collections and indexes are in order: e.g. to finish recorded jobs. */
  readonly onReady?: () => Promise<void>;
}

const retryEveryMilliseconds = 1_000;

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Why the stored data must not be used; null: it may. */
async function refusalOf(db: Db): Promise<string | null> {
  try {
    await checkStoredData(db);
    return null;
  } catch (error) {
    if (isOutage(error)) throw error;
    return messageOf(error);
  }
}

/** Never rejects or blocks: while the database is down, calls answer 503 and the connection is retried. */
export function connectDatabase({ uri, databaseName, log, answerMs, watch, onReady }: ConnectOptions): Database {
  const options = answerMs === undefined ? requestOptions : requestOptionsFor(answerMs);
  const client = new MongoClient(uri, { ...options, monitorCommands: watch !== undefined });
  watch?.(client);
  // A closed client does not reconnect by itself: no request uses a database that is not prepared.
  const closedFirst = client.close();
  let prepared = false;
  let closed = false;
  let preparing = false;
  let timer: NodeJS.Timeout | undefined;
  let problem: string | null = 'connecting';
  let lacking: string | null = null;
  let resolveReady: () => void = () => undefined;
  const firstReady = new Promise<void>((resolve) => (resolveReady = resolve));

  let tellStreams: (has: boolean) => void = () => undefined;
  const changeStreams = new Promise<boolean>((resolve) => (tellStreams = resolve));

  const lookAround = async (): Promise<void> => {
    const features = await readFeatures(client.db(databaseName));
    tellStreams(features.changeStreams);
    const found = describeLacking(features);
    if (found !== null && found !== lacking) log.info(found);
    lacking = found;
  };

  const putInOrder = async (): Promise<void> => {
    try {
      checkOptions(client, options);
      await prepareDatabase(uri, databaseName, log);
    } catch (error) {
      // After a reconnect it may be another database, or of a newer version.
      if (!isOutage(error)) await client.close();
      throw error;
    }
  };

  const prepare = async (): Promise<void> => {
    if (preparing || closed) return;
    preparing = true;
    try {
      await closedFirst;
      await putInOrder();
      await client.connect();
      await lookAround();
      await onReady?.();
      if (!isReachable()) throw new Error('lost while it was prepared');
      if (problem !== null) log.info({ databaseName }, 'database ready');
      problem = null;
      prepared = true;
      resolveReady();
    } catch (error) {
      const message = messageOf(error);
      if (message !== problem) log.error({ problem: message }, 'database not ready');
      problem = message;
      if (!closed) timer = setTimeout(() => void prepare(), retryEveryMilliseconds);
    } finally {
      preparing = false;
    }
  };

  const lose = (message: string): void => {
    if (prepared) log.warn({ problem: message }, 'database lost');
    if (prepared) problem = message;
    prepared = false;
  };
  const isReachable = followMembers(client, {
    // After a reconnect it may be another database, or have unfinished work: it is prepared again.
    onReachable: () => void (prepared || prepare()),
    onLost: lose,
  });
  const isReady = () => prepared && isReachable();
  const firstAttempt = prepare();
  const db = client.db(databaseName);
  const catalogue = followCatalogue({ db, collections: catalogueCollections, changeStreams, log });

  return {
    db,
    catalogue,
    ready: () => firstReady,
    firstAttempt,
    isReady,
    async recheck() {
      const refusal = isReady() ? await refusalOf(db) : null;
      if (refusal === null) return isReady();
      lose(refusal);
      await client.close();
      void prepare();
      return false;
    },
    problem: () => problem,
    async close() {
      closed = true;
      clearTimeout(timer);
      await catalogue.close();
      await client.close();
    },
  };
}
