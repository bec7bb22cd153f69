import type { AuditChange } from '../audit/audit.repository';
import { withAudit } from '../audit/withAudit';
import { apiKeyUid, digestOfApiKey, newApiKeyText } from '../auth/apiKeyText';
import { authorize } from '../auth/authorize';
import type { Context } from '../context';
import { newId } from '../database/newId';
import { BadInputError, ConflictError, NotFoundError } from '../errors';
import { pageInput, parseInput } from '../graphql/input';
import { listingOf, type ListArguments, type Listing } from '../lists/connection';
import { newestFirst } from '../lists/position';
import { countMatching, indexedList, pageRequest, readPage } from '../lists/readList';
import { createApiKeyInput, revokeApiKeyInput } from './apiKeys.input';
import type { ApiKeyDocument } from './apiKeys.repository';

export type ApiKeyListing = Listing<ApiKeyDocument>;

const maxLive = 100;
const maxMs = 5 * 366 * 24 * 60 * 60 * 1_000;

export async function listApiKeys(context: Context, input: ListArguments): Promise<ApiKeyListing> {
  await authorize(context, 'apiKeys');
  const request = pageRequest(parseInput(pageInput, input), ['apiKeys']);
  const list = indexedList(context.repositories.apiKeys.list, newestFirst, {});
  return listingOf({
    read: () => readPage(list, request),
    countRows: () => countMatching(list),
    countOnce: (count) => context.loaders.count(['apiKeys'], count),
  });
}

export interface MadeApiKey {
  readonly apiKey: ApiKeyDocument;
  /** null: created by an earlier attempt with the same Idempotency-Key, and never stored. */
  readonly key: string | null;
}

export async function createApiKey(context: Context, input: unknown): Promise<MadeApiKey> {
  const { viewer } = await authorize(context, 'createApiKey');
  const wanted = parseInput(createApiKeyInput, input);
  const { apiKeys } = context.repositories;
  const _id = newId(context);
  const now = context.now();
  const earlier = context.idempotencyKey === null ? null : await apiKeys.find(_id);
  if (earlier) return { apiKey: earlier, key: null };
  refuseExpiry(wanted.expiresAt, now);
  await refuseTooMany(context, maxLive - 1);
  const key = newApiKeyText();
  const apiKey: ApiKeyDocument = {
    ...{ _id, ...wanted, digest: digestOfApiKey(key), lastFour: key.slice(-4), createdAt: now },
    ...{ createdByUid: viewer.uid, lastUsedAt: null, revokedAt: null, revokedByUid: null },
  };
  const intent = { actorUid: viewer.uid, kind: 'CREATE_API_KEY', ...auditOf(apiKey) } as const;
  return withAudit(context, { ...intent, changes: changesOf(apiKey) }, () => insert(context, { apiKey, key }));
}

async function insert(context: Context, made: MadeApiKey): Promise<MadeApiKey> {
  const { apiKeys } = context.repositories;
  const { _id } = made.apiKey;
  if (!(await apiKeys.insert(made.apiKey))) {
    // A duplicate of a concurrent call, whose response has the key.
    const earlier = await apiKeys.find(_id);
    if (!earlier) throw new ConflictError('This API key was changed at the same moment. Please try again.');
    return { apiKey: earlier, key: null };
  }
  try {
    await refuseTooMany(context, maxLive);
  } catch (error) {
    // Concurrent inserts: too few are preferred to too many.
    await apiKeys.delete(_id);
    throw error;
  }
  return made;
}

/** Revokes it permanently; of concurrent calls, one takes effect. */
export async function revokeApiKey(context: Context, input: unknown): Promise<ApiKeyDocument> {
  const { viewer } = await authorize(context, 'revokeApiKey');
  const { id } = parseInput(revokeApiKeyInput, input);
  const { apiKeys } = context.repositories;
  const found = id && (await apiKeys.find(id));
  if (!found) throw noSuchKey();
  if (found.revokedAt !== null) return found;
  const intent = { actorUid: viewer.uid, kind: 'REVOKE_API_KEY', ...auditOf(found) } as const;
  const changes = [{ field: 'revoked', before: 'false', after: 'true' }];
  const revocation = { revokedAt: context.now(), revokedByUid: viewer.uid };
  try {
    return await withAudit(context, { ...intent, changes }, async () => {
      const revoked = await apiKeys.revoke(found._id, revocation);
      if (!revoked) throw new ConflictError('This API key was revoked at the same moment.');
      return revoked;
    });
  } catch (error) {
    const revoked = error instanceof ConflictError ? await apiKeys.find(found._id) : null;
    if (!revoked) throw error;
    return revoked;
  }
}

const noSuchKey = () => new NotFoundError('There is no such API key.', 'id');

function refuseExpiry(expiresAt: Date | null, now: Date): void {
  if (expiresAt === null) return;
  if (expiresAt <= now) throw new BadInputError('expiresAt must be to come', 'expiresAt');
  if (expiresAt.getTime() - now.getTime() > maxMs)
    throw new BadInputError('expiresAt must be within 5 years', 'expiresAt');
}

async function refuseTooMany({ repositories, now }: Context, most: number): Promise<void> {
  if ((await repositories.apiKeys.countLive(now(), most + 1)) > most)
    throw new ConflictError(`The shop has ${maxLive} API keys. Revoke one first.`);
}

const auditOf = ({ _id, name, lastFour }: ApiKeyDocument) => ({
  subject: `${name} (…${lastFour})`,
  subjectId: apiKeyUid(_id.toHexString()),
});

const changesOf = ({ name, scopes, expiresAt }: ApiKeyDocument): readonly AuditChange[] => [
  { field: 'name', before: null, after: name },
  { field: 'scopes', before: null, after: scopes.join('\n') },
  { field: 'expiresAt', before: null, after: expiresAt?.toISOString() ?? null },
];
