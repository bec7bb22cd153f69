import { ObjectId } from 'mongodb';
import { digestOfApiKey, newApiKeyText } from '../auth/apiKeyText';
import type { Repositories } from '../collections/repositories';
import type { ApiKeyScope } from '../policy';

type Keys = Pick<Repositories, 'apiKeys'>;

/** Stores a key as if an admin had created it. */
export async function insertApiKey(
  { apiKeys }: Keys,
  scopes: readonly ApiKeyScope[],
  expiresAt: Date | null = null,
): Promise<{ readonly id: string; readonly key: string }> {
  const key = newApiKeyText();
  const _id = new ObjectId();
  await apiKeys.insert({
    ...{ _id, name: 'Warehouse', digest: digestOfApiKey(key), lastFour: key.slice(-4), scopes, expiresAt },
    ...{ createdAt: new Date(), createdByUid: 'uid-admin', lastUsedAt: null, revokedAt: null, revokedByUid: null },
  });
  return { id: _id.toHexString(), key };
}

/** The calls of the access test to API keys. */
export const apiKeyAttempts = (repositories: () => Keys) => ({
  apiKeys: () => ({ query: '{ apiKeys { nodes { id lastFour } totalCount } }', variables: {} }),
  createApiKey: () => ({
    query: 'mutation C($input: CreateApiKeyInput!) { createApiKey(input: $input) { apiKey { id } } }',
    variables: { input: { name: 'Warehouse', scopes: ['READ_STOCK'] } },
  }),
  revokeApiKey: async () => ({
    query: 'mutation R($input: RevokeApiKeyInput!) { revokeApiKey(input: $input) { apiKey { id } } }',
    variables: { input: { id: (await insertApiKey(repositories(), ['read:stock'])).id } },
  }),
});
