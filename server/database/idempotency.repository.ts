import { promisify } from 'node:util';
import { deflateRaw, inflateRaw } from 'node:zlib';
import { Binary, type Db } from 'mongodb';
import { constants } from '../constants';
import { unlessTaken } from './databaseErrors';
import { expiryIndex, type CollectionDeclaration } from './indexes';

interface IdempotencyDocument {
  /** Scope and key, so that the claim is unique by itself, sharded or not. */
  _id: string;
  state: 'inProgress' | 'done';
  /** An HMAC of the operation and its variables. Records of earlier versions have none: with what they were used for is not known. */
  mac?: string;
  /** Whether the caller was an admin. */
  asAdmin?: boolean;
  /** The request that has claimed it: no other one may complete or release it. */
  holder: string;
  status?: number;
  /** Compressed; none where it is longer than a record may be. */
  answer?: Binary;
  claimedAt: Date;
  expiresAt: Date;
}

export interface IdempotencyRequest {
  /** The caller: a uid, or what stands for an anonymous one. */
  readonly scope: string;
  readonly key: string;
  readonly mac: string;
  readonly asAdmin: boolean;
  /** One of its own for each request. */
  readonly holder: string;
  readonly now: Date;
}

export interface StoredAnswer {
  readonly status: number;
  readonly body: string;
}

export type ClaimHandle = Pick<IdempotencyRequest, 'scope' | 'key' | 'holder'>;

export type Claim =
  | { readonly state: 'claimed' }
  | { readonly state: 'inProgress' }
  | { readonly state: 'done'; readonly asAdmin: boolean; readonly answer: StoredAnswer | null }
  | { readonly state: 'reused' };

const retentionMs = constants.keptFor.idempotencyHours * 60 * 60 * 1000;
/** Longer than any request may run: a claim this old belongs to a process that died. */
const abandonedAfter = 60_000;

/** What an answer may take in its record, compressed. */
export const maxAnswerBytes = 8_192;
const deflate = promisify(deflateRaw);
const inflate = promisify(inflateRaw);

/** The ids of the records of a person's calls, those of their calls as an admin included. */
export const callerRanges = (uid: string) =>
  [uid, `${uid} admin`].map((scope) => ({ _id: { $gte: `${scope}\n`, $lt: `${scope}\v` } }));

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
    const { mac, asAdmin, holder, now } = request;
    const { matchedCount } = await keys.updateOne(
      { _id: stale._id, state: stale.state, claimedAt: stale.claimedAt },
      {
        $set: {
          state: 'inProgress',
          mac,
          asAdmin,
          holder,
          claimedAt: now,
          expiresAt: new Date(now.getTime() + retentionMs),
        },
        $unset: { status: '', answer: '' },
      },
    );
    return matchedCount === 1 ? { state: 'claimed' } : { state: 'inProgress' };
  };

  return {
    async claim(request: IdempotencyRequest): Promise<Claim> {
      const { mac, asAdmin, holder, now } = request;
      const _id = idOf(request);
      const expiresAt = new Date(now.getTime() + retentionMs);
      const claim = { _id, state: 'inProgress' as const, mac, asAdmin, holder, claimedAt: now, expiresAt };
      if (await unlessTaken(keys.insertOne(claim))) return { state: 'claimed' };
      const held = await keys.findOne({ _id });
      // Released or expired between the two calls: the caller's own retry claims it.
      if (!held) return { state: 'inProgress' };
      if (held.expiresAt <= now) return takeOver(held, request);
      if (held.mac !== undefined && held.mac !== mac) return { state: 'reused' };
      if (held.state === 'done') return { state: 'done', asAdmin: held.asAdmin ?? false, answer: await answerIn(held) };
      return now.getTime() - held.claimedAt.getTime() > abandonedAfter
        ? takeOver(held, request)
        : { state: 'inProgress' };
    },
    /** Keeps the answer for replay; only 2xx and 4xx answers belong here. One that is too long, or null, is not in its record. */
    async complete(held: ClaimHandle, { status, body }: { status: number; body: string | null }): Promise<void> {
      const answer = body === null ? null : await deflate(body);
      const fits = answer !== null && answer.byteLength <= maxAnswerBytes;
      await keys.updateOne(
        { _id: idOf(held), holder: held.holder },
        { $set: { state: 'done', status, ...(fits && { answer: new Binary(answer) }) } },
      );
    },
    /** What a person was answered goes with their account. */
    async deleteByCaller(uid: string): Promise<void> {
      await keys.deleteMany({ $or: callerRanges(uid) });
    },
    /** Gives the key back after a failure that may not be replayed; also one of which it is not known whether it was got. */
    async release(held: ClaimHandle): Promise<void> {
      await keys.deleteOne({ _id: idOf(held), holder: held.holder, state: 'inProgress' });
    },
  };
}

async function answerIn({ status = 200, answer }: IdempotencyDocument): Promise<StoredAnswer | null> {
  return answer ? { status, body: (await inflate(answer.value())).toString() } : null;
}
