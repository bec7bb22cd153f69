import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import type { Db } from 'mongodb';
import type { Logger } from 'pino';
import { createVersionDocument } from './versionDocument';
import { watchWrites } from './watchWrites';

/** What answers to everybody are made of; a test holds every public read to it. */
export const catalogueCollections: readonly string[] = ['products'];

/** What whoever keeps answers must know. */
export interface KnownVersion {
  /**
   * A number that is another one after every write to the catalogue, by this process before the write is acknowledged, by any
   * other within a second. null: others may have written what is not known here yet.
   */
  readonly current: () => number | null;
  /** The same number without what others may have written: of this process's own writes it always knows. */
  readonly known: () => number;
}

export interface CatalogueVersion extends KnownVersion {
  /** The database for this process: what is written through it is known here. */
  readonly db: Db;
  /** Tells the others of what is not told yet, and listens no more. */
  readonly close: () => Promise<void>;
}

interface Parts {
  readonly db: Db;
  /** Whether the database has change streams; until that is known nothing is. */
  readonly changeStreams: Promise<boolean>;
  readonly log?: Pick<Logger, 'info'>;
}

/** How long the server holds back the answer that nothing has changed, and how often the version document is read. */
const beatMs = 250;
/**
 * News that were asked for longer ago are none: by then a stream would have told of whatever was written before, while others may
 * take a beat to put it down in the document. Either way it is less than the second that is promised.
 */
const freshMs = { stream: 950, document: 650 };

/** Follows the change stream of a database that has one, else a document in which every process counts its writes. */
export function followCatalogue({ db, changeStreams, log }: Parts): CatalogueVersion {
  const stop = new AbortController();
  const { signal } = stop;
  let version = 1;
  let goodUntil = -Infinity;
  const hearBy = (way: keyof typeof freshMs) => (isNew: boolean, askedAt: number) => {
    if (isNew) version += 1;
    goodUntil = askedAt + freshMs[way];
  };
  const document = createVersionDocument(db, { beatMs, signal, hear: hearBy('document') });
  const watched = watchWrites(db, catalogueCollections, () => {
    version += 1;
    document.wrote();
  });

  async function follow(): Promise<void> {
    const stopped = once(signal, 'abort').then(() => null);
    const hasStreams = await Promise.race([changeStreams, stopped]);
    if (hasStreams === null) return;
    const way = hasStreams ? 'a change stream' : 'a version document: this database has no change streams';
    log?.info(`The catalogue is followed by ${way}`);
    while (!signal.aborted) {
      try {
        await (hasStreams ? followStream(db, signal, hearBy('stream')) : document.follow());
      } catch {
        await delay(beatMs, undefined, { signal }).catch(() => undefined);
      }
    }
    if (!hasStreams) await document.tell().catch(() => undefined);
  }
  const following = follow();

  return {
    db: watched,
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

type Hear = (isNew: boolean, askedAt: number) => void;

/** Until it is stopped; throws what ends it. */
async function followStream(db: Db, signal: AbortSignal, hear: Hear): Promise<void> {
  // Not db.watch(): a stream that the server has ended, as that of a dropped database, answers there at once for ever after.
  const stream = db.aggregate(
    [{ $changeStream: {} }, { $match: { 'ns.coll': { $in: [...catalogueCollections] } } }, { $project: { _id: 1 } }],
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
      hear(isFirst || change !== null, askedAt);
    }
  } finally {
    await stream.close().catch(() => undefined);
  }
}
