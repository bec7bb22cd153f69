import { timingSafeEqual } from 'node:crypto';
import { digestOfApiKey, isWellFormedApiKey } from '../auth/apiKeyText';
import { createBoundedCache } from '../cache/boundedCache';
import type { ApiKeyDocument, ApiKeysRepository } from './apiKeys.repository';

interface Seen {
  readonly key: ApiKeyDocument;
  readonly readAt: number;
}

/** What a key that is nobody's costs its sender. Each may throw. */
export interface WrongKeyLimits {
  /** Before the database is asked for one that this process has not seen good. */
  readonly requireRoom: () => void;
  /** For one that was found out only now. */
  readonly countWrong: () => void;
  /** For one that was known to be nobody's. */
  readonly countRepeated: () => void;
}

export interface ApiKeyReader {
  /** null: it is unknown, revoked or expired. */
  readonly find: (text: string, limits: WrongKeyLimits) => Promise<ApiKeyDocument | null>;
}

interface ReaderParts {
  readonly apiKeys: Pick<ApiKeysRepository, 'findLive' | 'noteUse'>;
  readonly now: () => Date;
  readonly onFailedNote: (error: unknown) => void;
  /** Milliseconds; only goes forward. */
  readonly clock?: () => number;
}

/** So long the answer of the database counts for public reads; whatever else a key calls asks again (auth/authorize.ts). */
const maxAgeMs = 1_000;
/** So long a key that was good is not kept from being read again by others of its address that are wrong. */
const trustedMs = 60 * 60_000;
/**
 * So long a key stays nobody's without being looked for again; as long as its sender's room is counted. Nobody can send a key before it is
 * stored, and none that ended comes back: a new one is never among these.
 */
const wrongMs = 60_000;
/** A key that is used all day is written twelve times an hour. */
const noteEveryMs = 5 * 60_000;
const sizeOf = ({ key }: Seen) => 600 + 2 * JSON.stringify(key).length;

export function createApiKeyReader(parts: ReaderParts): ApiKeyReader {
  const { apiKeys, now, onFailedNote, clock = () => performance.now() } = parts;
  const seen = createBoundedCache<Seen>('apiKeys', sizeOf);
  const wrong = createBoundedCache<number>('wrongApiKeys', () => 8);

  const noteUse = async (key: ApiKeyDocument): Promise<void> => {
    const at = now();
    if (key.lastUsedAt !== null && at.getTime() - key.lastUsedAt.getTime() < noteEveryMs) return;
    // What is known of its use is no reason to refuse it.
    await apiKeys.noteUse(key, at).catch(onFailedNote);
  };

  const isWrong = (digest: string): boolean => {
    const foundAt = wrong.get(digest);
    return foundAt !== undefined && clock() - foundAt < wrongMs;
  };

  /** Of calls at one moment with one key the first is counted. */
  const refuse = (digest: string, { countWrong, countRepeated }: WrongKeyLimits): null => {
    if (isWrong(digest)) countRepeated();
    else {
      countWrong();
      wrong.set(digest, clock());
    }
    return null;
  };

  return {
    find: async (text, limits) => {
      const digest = digestOfApiKey(text);
      if (isWrong(digest) || !isWellFormedApiKey(text)) return refuse(digest, limits);
      const known = seen.get(digest);
      const age = known ? clock() - known.readAt : Infinity;
      if (known && age < maxAgeMs && isRunning(known.key, now())) return known.key;
      if (age >= trustedMs) limits.requireRoom();
      const readAt = clock();
      const key = await apiKeys.findLive(digest, now());
      if (!key || !isSame(key.digest, digest)) {
        seen.delete(digest);
        return refuse(digest, limits);
      }
      seen.set(digest, { key, readAt });
      await noteUse(key);
      return key;
    },
  };
}

const isRunning = ({ expiresAt }: ApiKeyDocument, now: Date) => expiresAt === null || expiresAt > now;

/** The database compares digests, of which nobody can choose the beginning; this holds however it does that. */
const isSame = (a: string, b: string) => a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));
