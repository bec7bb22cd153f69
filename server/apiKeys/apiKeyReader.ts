import { digestOfApiKey, isWellFormedApiKey } from '../auth/apiKeyText';
import { createBoundedCache } from '../cache/boundedCache';
import { isSameSecret } from '../text/isSameSecret';
import type { ApiKeyDocument, ApiKeysRepository } from './apiKeys.repository';

interface Seen {
  readonly key: ApiKeyDocument;
  readonly readAt: number;
}

/** Charges for invalid keys. Each may throw. */
export interface WrongKeyLimits {
  /** Before a database lookup of a key not known to be valid. */
  readonly refuseExhausted: () => void;
  /** For a key found invalid by a lookup. */
  readonly countWrong: () => void;
  /** For a key already known to be invalid. */
  readonly countRepeated: () => void;
}

export interface ApiKeyReader {
  /** null: unknown, revoked or expired. */
  readonly find: (text: string, limits: WrongKeyLimits) => Promise<ApiKeyDocument | null>;
}

interface ReaderDeps {
  readonly apiKeys: Pick<ApiKeysRepository, 'findLive' | 'noteUse'>;
  readonly now: () => Date;
  readonly onFailedNote: (error: unknown) => void;
  /** Monotonic milliseconds. */
  readonly clock?: () => number;
}

/** How long a lookup is cached for public reads; all other operations look it up again (auth/authorize.ts). */
const maxAgeMs = 1_000;
/** How long a valid key stays exempt from its address's limit of wrong keys. */
const trustedMs = 60 * 60_000;
/**
 * How long an invalid key is cached, as long as its sender's limit. A key cannot be sent before it is stored, and ended
 * ones stay ended: a cached key never becomes valid.
 */
const wrongMs = 60_000;
/** A key in constant use is written twelve times an hour. */
const noteEveryMs = 5 * 60_000;
const sizeOf = ({ key }: Seen) => 600 + 2 * JSON.stringify(key).length;

export function createApiKeyReader(deps: ReaderDeps): ApiKeyReader {
  const { apiKeys, now, onFailedNote, clock = () => performance.now() } = deps;
  const seen = createBoundedCache<Seen>('apiKeys', sizeOf);
  const wrong = createBoundedCache<number>('wrongApiKeys', () => 8);

  const noteUse = async (key: ApiKeyDocument): Promise<void> => {
    const at = now();
    if (key.lastUsedAt !== null && at.getTime() - key.lastUsedAt.getTime() < noteEveryMs) return;
    // A failed usage update must not reject the call.
    await apiKeys.noteUse(key, at).catch(onFailedNote);
  };

  const isWrong = (digest: string): boolean => {
    const foundAt = wrong.get(digest);
    return foundAt !== undefined && clock() - foundAt < wrongMs;
  };

  /** Of concurrent calls with one key only the first is counted. */
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
      if (known && age < maxAgeMs && isUnexpired(known.key, now())) return known.key;
      if (age >= trustedMs) limits.refuseExhausted();
      const readAt = clock();
      const key = await apiKeys.findLive(digest, now());
      // The lookup compares digests, whose prefix nobody can choose, so its timing reveals nothing; this comparison is
      // safe by itself.
      if (!key || !isSameSecret(key.digest, digest)) {
        seen.delete(digest);
        return refuse(digest, limits);
      }
      seen.set(digest, { key, readAt });
      await noteUse(key);
      return key;
    },
  };
}

const isUnexpired = ({ expiresAt }: ApiKeyDocument, now: Date) => expiresAt === null || expiresAt > now;
