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
  /** Whether another process has written, and the time at which this was so. */
  readonly hear: (isNew: boolean, at: number) => void;
}

/** Nobody has asked for so long: the document is left alone until somebody does. */
const idleMs = 2_000;

export function createVersionDocument(db: Db, { beatMs, signal, hear }: Settings) {
  const versions = db.collection<StoredVersion>(versionsCollection);
  // Whoever ended without telling is told for by the next to start.
  let isUntold = true;
  let seen: number | undefined;
  let askedAt = -Infinity;
  let wake: () => void = () => undefined;

  /** Tells the others of what they have not been told of. */
  async function tell(): Promise<void> {
    if (!isUntold) return;
    isUntold = false;
    try {
      const told = await versions.findOneAndUpdate(
        { _id: 'catalogue' },
        { $inc: { number: 1 } },
        { upsert: true, returnDocument: 'after' },
      );
      // Nobody else has counted between: there is nothing new to hear of.
      if (told?.number === (seen ?? 0) + 1) seen = told.number;
    } catch (error) {
      isUntold = true;
      throw error;
    }
  }

  async function read(): Promise<void> {
    const at = performance.now();
    const number = (await versions.findOne({ _id: 'catalogue' }))?.number ?? 0;
    hear(number !== seen, at);
    seen = number;
  }

  /** A beat, and longer until somebody writes or asks. */
  async function rest(): Promise<void> {
    await delay(beatMs, undefined, { signal }).catch(() => undefined);
    const isIdle = !isUntold && performance.now() - askedAt > idleMs;
    if (isIdle && !signal.aborted) await new Promise<void>((resolve) => (wake = resolve));
  }

  return {
    /** Until it is stopped: tells what this process wrote, and hears what others did. Throws what ends it. */
    async follow() {
      while (!signal.aborted) {
        await tell();
        await read();
        await rest();
      }
    },
    /** This process has written to the catalogue. */
    wrote() {
      isUntold = true;
      wake();
    },
    /** Somebody wants to know. */
    asked() {
      askedAt = performance.now();
      wake();
    },
    tell,
    wake: () => wake(),
  };
}
