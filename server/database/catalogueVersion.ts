import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import type { Db } from 'mongodb';
import type { Logger } from 'pino';
import type { KnownVersion } from '../cache/answerCache';
import { createVersionDocument } from './versionDocument';

export interface CatalogueVersion extends KnownVersion {
  /** Called after each write of this process to the catalogue. */
  readonly changed: () => void;
  /** Publishes pending changes and stops listening. */
  readonly close: () => Promise<void>;
}

interface Deps {
  readonly db: Db;
  /** The collections of the catalogue. */
  readonly collections: readonly string[];
  /** Whether the database has change streams; until this resolves, the version is unknown. */
  readonly changeStreams: Promise<boolean>;
  readonly log?: Pick<Logger, 'info'>;
}

/** How long the server may hold back an empty reply, and the poll interval of the version document. */
const beatMs = 250;
/**
 * Polls older than this count as unknown: by then a stream would have delivered earlier writes, and other processes may
 * take one interval to publish theirs in the document. Both stay below the promised second.
 */
const freshMs = { stream: 950, document: 650 };

/** Follows the change stream where the database has one, else a document in which every process counts its writes. */
export function followCatalogue({ db, collections, changeStreams, log }: Deps): CatalogueVersion {
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
      document.notifyWrite();
    },
    current: () => {
      document.notifyRead();
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

interface StreamDeps extends Pick<Deps, 'db' | 'collections'> {
  readonly signal: AbortSignal;
  readonly handlePoll: (isNew: boolean, askedAt: number) => void;
}

/** Runs until aborted; throws what ends the stream. */
async function followStream({ db, collections, signal, handlePoll }: StreamDeps): Promise<void> {
  // Not db.watch(): once the server has closed such a stream, e.g. after dropping the database, it returns at once
  // forever.
  const stream = db.aggregate(
    [{ $changeStream: {} }, { $match: { 'ns.coll': { $in: [...collections] } } }, { $project: { _id: 1 } }],
    { maxAwaitTimeMS: beatMs },
  );
  try {
    // The stream does not include what happened before it began.
    let askedAt = 0;
    for (let isFirst = true; !signal.aborted; isFirst = false) {
      // Events are as old as the batch that they came with, and a reply may have been in transit for long.
      if (stream.bufferedCount() === 0) askedAt = performance.now();
      const change = await stream.tryNext();
      if (change === null && stream.id?.isZero() === true) throw new Error('The server has ended the change stream');
      handlePoll(isFirst || change !== null, askedAt);
    }
  } finally {
    await stream.close().catch(() => undefined);
  }
}
