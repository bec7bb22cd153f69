import { setTimeout as delay } from 'node:timers/promises';
import type { Db } from 'mongodb';

/** Holds one document, and only where there are no change streams. */
export const versionsCollection = 'versions';

interface StoredVersion {
  readonly _id: 'catalogue';
  readonly number: number;
}

interface Settings {
  readonly beatMs: number;
  readonly signal: AbortSignal;
  /** Whether another process has written, and as of which time. */
  readonly handlePoll: (isNew: boolean, at: number) => void;
}

/** After this long without reads, polling pauses until the next one. */
const idleMs = 2_000;

export function createVersionDocument(db: Db, { beatMs, signal, handlePoll }: Settings) {
  const versions = db.collection<StoredVersion>(versionsCollection);
  // Writes that a crashed process had not published are published by the next one to start.
  let isUnpublished = true;
  let seen: number | undefined;
  let askedAt = -Infinity;
  let wake: () => void = () => undefined;

  /** Publishes the writes of this process that others do not know of yet. */
  async function publish(): Promise<void> {
    if (!isUnpublished) return;
    isUnpublished = false;
    try {
      const updated = await versions.findOneAndUpdate(
        { _id: 'catalogue' },
        { $inc: { number: 1 } },
        { upsert: true, returnDocument: 'after' },
      );
      // No other process has counted in between: nothing new to read.
      if (updated?.number === (seen ?? 0) + 1) seen = updated.number;
    } catch (error) {
      isUnpublished = true;
      throw error;
    }
  }

  async function read(): Promise<void> {
    const at = performance.now();
    const number = (await versions.findOne({ _id: 'catalogue' }))?.number ?? 0;
    handlePoll(number !== seen, at);
    seen = number;
  }

  /** One interval; longer while there are neither reads nor writes. */
  async function waitForWork(): Promise<void> {
    await delay(beatMs, undefined, { signal }).catch(() => undefined);
    const isIdle = !isUnpublished && performance.now() - askedAt > idleMs;
    if (isIdle && !signal.aborted) await new Promise<void>((resolve) => (wake = resolve));
  }

  return {
    /** Until aborted: publishes the writes of this process and polls for those of others. Throws what ends it. */
    async follow() {
      while (!signal.aborted) {
        await publish();
        await read();
        await waitForWork();
      }
    },
    /** Called after each write of this process to the catalogue. */
    notifyWrite() {
      isUnpublished = true;
      wake();
    },
    /** Called when a reader needs the version. */
    notifyRead() {
      askedAt = performance.now();
      wake();
    },
    publish,
    wake: () => wake(),
  };
}
