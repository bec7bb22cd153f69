import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import type { Db } from 'mongodb';
import type { Logger } from 'pino';
import type { KnownVersion } from '../cache/answerCache';
import { createVersionDocument } from './versionDocument';

export interface CatalogueVersion extends KnownVersion {
  /** This process has written to the catalogue. */
  readonly changed: () => void;
  /** Tells the others of what is not told yet, and listens no more. */
  readonly close: () => Promise<void>;
}

interface Parts {
  readonly db: Db;
  /** What makes up the catalogue. */
  readonly collections: readonly string[];
  /** Whether the database has change streams; until that is known nothing is. */
  readonly changeStreams: Promise<boolean>;
  readonly log?: Pick<Logger, 'info'>;
}

/** How long the server holds back the answer that nothing has changed, and how often the version document is read. */
const beatMs = 250;
/**
 * Polls older than this count as unknown: by then a stream would have sent whatever was written before, while others may take a beat to
 * publish it in the document. Either way it is less than the second that is promised.
 */
const freshMs = { stream: 950, document: 650 };

/** Follows the change stream of a database that has one, else a document in which every process counts its writes. */
export function followCatalogue({ db, collections, changeStreams, log }: Parts): CatalogueVersion {
  const stop = new AbortController();
  const { signal } = stop;
  let version = 1;
  let goodUntil = -Infinity;
  const handlePollBy = (way: keyof typeof freshMs) => (isNew: boolean, askedAt: number) => {
    if (isNew) version += 1;
    goodUntil = askedAt + freshMs[way];
  };
  const document = createVersionDocument(db, { beatMs, signal, handlePoll: handlePollBy('document') });

  async function follow(): Promise<void> {
    const stopped = once(signal, 'abort').then(() => null);
    const hasStreams = await Promise.race([changeStreams, stopped]);
    if (hasStreams === null) return;
    const way = hasStreams ? 'a change stream' : 'a version document: this database has no change streams';
    log?.info(`The catalogue is followed by ${way}`);
    while (!signal.aborted) {
      try {
        await (hasStreams
          ? followStream({ db, collections, signal, handlePoll: handlePollBy('stream') })
          : document.follow());
      } catch {
        await delay(beatMs, undefined, { signal }).catch(() => undefined);
      }
    }
    if (!hasStreams) await document.publish().catch(() => undefined);
  }
  const following = follow();

  return {
    changed: () => {
      version += 1;
      document.wrote();
    },
    current: () => {
      document.asked();
      return performance.now() <= goodUntil ? version : null;
    },
    known: () => version,
    close: async () => {
      stop.abort();
      document.wake();
      await following;
    },
  };
}

interface StreamParts extends Pick<Parts, 'db' | 'collections'> {
  readonly signal: AbortSignal;
  readonly handlePoll: (isNew: boolean, askedAt: number) => void;
}

/** Until it is stopped; throws what ends it. */
async function followStream({ db, collections, signal, handlePoll }: StreamParts): Promise<void> {
  // Not db.watch(): a stream that the server has ended, as that of a dropped database, answers there at once for ever after.
  const stream = db.aggregate(
    [{ $changeStream: {} }, { $match: { 'ns.coll': { $in: [...collections] } } }, { $project: { _id: 1 } }],
    { maxAwaitTimeMS: beatMs },
  );
  try {
    // What happened before the stream began is not in it.
    let askedAt = 0;
    for (let isFirst = true; !signal.aborted; isFirst = false) {
      // What has come with others is as old as they are; and an answer may have been long on its way.
      if (stream.bufferedCount() === 0) askedAt = performance.now();
      const change = await stream.tryNext();
      if (change === null && stream.id?.isZero() === true) throw new Error('The server has ended the change stream');
      handlePoll(isFirst || change !== null, askedAt);
    }
  } finally {
    await stream.close().catch(() => undefined);
  }
}
