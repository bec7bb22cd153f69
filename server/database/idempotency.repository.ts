import { promisify } from 'node:util';
import { deflateRaw, inflateRaw } from 'node:zlib';
import { Binary, type Db } from 'mongodb';
import { constants } from '../constants';
import { unlessDuplicate } from './databaseErrors';
import { expiryIndex, type CollectionDeclaration } from './indexes';

interface IdempotencyDocument {
  /** Scope and key, so that the claim is unique by its id, sharded or not. */
  _id: string;
  state: 'inProgress' | 'done';
  /** HMAC of the operation and its variables. Missing in records of older versions, whose request is unknown. */
  mac?: string;
  /** Whether the caller was an admin. */
  asAdmin?: boolean;
  /** The request that has claimed the key: only it may complete or release it. */
  holder: string;
  status?: number;
  /** Compressed; missing if it exceeds the limit. */
  answer?: Binary;
  claimedAt: Date;
  expiresAt: Date;
}

export interface IdempotencyRequest {
  /** The caller: a uid, or the stand-in of an anonymous one. */
  readonly scope: string;
  readonly key: string;
  readonly mac: string;
  readonly asAdmin: boolean;
  /** Unique per request. */
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

const retentionMs = constants.retention.idempotencyHours * 60 * 60 * 1000;
/** Longer than any request may run: a claim this old belongs to a crashed process. */
const abandonedAfter = 60_000;

/** Maximum compressed size of a stored response. */
export const maxAnswerBytes = 8_192;
const deflate = promisify(deflateRaw);
const inflate = promisify(inflateRaw);

/** Id ranges of a person's calls, including their calls as an admin. */
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

  /** Replaces an expired or abandoned claim; of concurrent callers, one wins. */
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
      if (await unlessDuplicate(keys.insertOne(claim))) return { state: 'claimed' };
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
    /** Stores the response for replay; only 2xx and 4xx belong here. Too long a body, or null, is left out. */
    async complete(held: ClaimHandle, { status, body }: { status: number; body: string | null }): Promise<void> {
      const answer = body === null ? null : await deflate(body);
      const fits = answer !== null && answer.byteLength <= maxAnswerBytes;
      await keys.updateOne(
        { _id: idOf(held), holder: held.holder },
        { $set: { state: 'done', status, ...(fits && { answer: new Binary(answer) }) } },
      );
    },
    /** A person's responses are deleted with their account. */
    async deleteByCaller(uid: string): Promise<void> {
      await keys.deleteMany({ $or: callerRanges(uid) });
    },
    /** Releases the key after a failure that must not be replayed; safe even if the claim may not have been made. */
    async release(held: ClaimHandle): Promise<void> {
      await keys.deleteOne({ _id: idOf(held), holder: held.holder, state: 'inProgress' });
    },
  };
}

async function answerIn({ status = 200, answer }: IdempotencyDocument): Promise<StoredAnswer | null> {
  return answer ? { status, body: (await inflate(answer.value())).toString() } : null;
}
