import type { Resolvers } from '../__generated__/resolvers';
import { connectionResolvers } from '../lists/connection';
import { toApiScopes } from './apiKeys.input';
import type { ApiKeyDocument } from './apiKeys.repository';
import { createApiKey, listApiKeys, revokeApiKey } from './apiKeys.service';

export const apiKeysResolvers: Resolvers = {
  Query: {
    apiKeys: (_, input, context) => listApiKeys(context, input),
  },
  Mutation: {
    createApiKey: (_, { input }, context) => createApiKey(context, input),
    revokeApiKey: async (_, { input }, context) => ({ apiKey: await revokeApiKey(context, input) }),
  },
  ApiKey: {
    id: ({ _id }) => _id.toHexString(),
    scopes: ({ scopes }) => toApiScopes(scopes),
    createdByEmail: async ({ createdByUid }, _, { loaders }) =>
      (await loaders.personByUid.load(createdByUid))?.email ?? null,
    revokedByEmail: async ({ revokedByUid }, _, { loaders }) =>
      revokedByUid === null ? null : ((await loaders.personByUid.load(revokedByUid))?.email ?? null),
    isLive: ({ revokedAt, expiresAt }, _, { now }) => revokedAt === null && (expiresAt === null || expiresAt > now()),
  },
  ApiKeyConnection: connectionResolvers((key: ApiKeyDocument) => key),
};
