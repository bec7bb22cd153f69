import type { Db } from 'mongodb';
import { constants } from '../constants';
import { isDuplicateKey } from './databaseErrors';
import { expiryIndex, type CollectionDeclaration } from './indexes';

interface IdempotencyDocument {
  /** Scope and key, so that the claim is unique by itself, sharded or not. */
  _id: string;
  state: 'inProgress' | 'done';
  /** Of the request's method, path and body. */
  fingerprint: string;
  /** The request that has claimed it: nobody else settles it. */
  holder: string;
  status?: number;
  body?: string;
  claimedAt: Date;
  expiresAt: Date;
}

export interface IdempotencyRequest {
  /** The caller: a uid, or what stands for an anonymous one. */
  readonly scope: string;
  readonly key: string;
  readonly fingerprint: string;
  /** One of its own for each request. */
  readonly holder: string;
  readonly now: Date;
}

export type Held = Pick<IdempotencyRequest, 'scope' | 'key' | 'holder'>;

export type Claim =
  | { readonly state: 'claimed' }
  | { readonly state: 'inProgress' }
  | { readonly state: 'done'; readonly status: number; readonly body: string }
  | { readonly state: 'reused' };

const keptMilliseconds = constants.keptFor.idempotencyHours * 60 * 60 * 1000;
/** Longer than any request may run: a claim this old belongs to a process that died. */
const abandonedAfter = 60_000;

export const idempotencyDeclaration: CollectionDeclaration = {
  collection: 'idempotencyKeys',
  indexes: [expiryIndex('expiresAt', 'keys are kept for 24 hours')],
};

export type IdempotencyRepository = ReturnType<typeof createIdempotencyRepository>;

export function createIdempotencyRepository(db: Db) {
  const keys = db.collection<IdempotencyDocument>(idempotencyDeclaration.collection);
  const idOf = ({ scope, key }: Pick<IdempotencyRequest, 'scope' | 'key'>) => `${scope}\n${key}`;

  /** Replaces a claim that has expired or was abandoned; one of several who try wins. */
  const takeOver = async (stale: IdempotencyDocument, request: IdempotencyRequest): Promise<Claim> => {
    const { fingerprint, holder, now } = request;
    const { matchedCount } = await keys.updateOne(
      { _id: stale._id, state: stale.state, claimedAt: stale.claimedAt },
      {
        $set: {
          state: 'inProgress',
          fingerprint,
          holder,
          claimedAt: now,
          expiresAt: new Date(now.getTime() + keptMilliseconds),
        },
        $unset: { status: '', body: '' },
      },
    );
    return matchedCount === 1 ? { state: 'claimed' } : { state: 'inProgress' };
  };

  return {
    async claim(request: IdempotencyRequest): Promise<Claim> {
      const { fingerprint, holder, now } = request;
      const _id = idOf(request);
      try {
        const expiresAt = new Date(now.getTime() + keptMilliseconds);
        await keys.insertOne({ _id, state: 'inProgress', fingerprint, holder, claimedAt: now, expiresAt });
        return { state: 'claimed' };
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
      }
      const held = await keys.findOne({ _id });
      // Released or expired between the two calls: the caller's own retry claims it.
      if (!held) return { state: 'inProgress' };
      if (held.expiresAt <= now) return takeOver(held, request);
      if (held.fingerprint !== fingerprint) return { state: 'reused' };
      if (held.state === 'done') return { state: 'done', status: held.status ?? 200, body: held.body ?? '' };
      return now.getTime() - held.claimedAt.getTime() > abandonedAfter
        ? takeOver(held, request)
        : { state: 'inProgress' };
    },
    /** Keeps the answer for replay; only 2xx and 4xx answers belong here. */
    async complete(held: Held, answer: { status: number; body: string }): Promise<void> {
      await keys.updateOne({ _id: idOf(held), holder: held.holder }, { $set: { state: 'done', ...answer } });
    },
    /** Gives the key back after a failure that may not be replayed; also one of which it is not known whether it was got. */
    async release(held: Held): Promise<void> {
      await keys.deleteOne({ _id: idOf(held), holder: held.holder, state: 'inProgress' });
    },
  };
}
