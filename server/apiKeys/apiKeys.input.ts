import { z } from 'zod';
import type { ApiKeyScope as NamedScope } from '../__generated__/resolvers';
import { line, orNull, recordId } from '../graphql/input';
import type { ApiKeyScope } from '../policy';

const scopes: Readonly<Record<NamedScope, ApiKeyScope>> = {
  READ_PRODUCTS: 'read:products',
  WRITE_PRODUCTS: 'write:products',
  READ_STOCK: 'read:stock',
  WRITE_STOCK: 'write:stock',
  READ_ORDERS: 'read:orders',
  WRITE_ORDERS: 'write:orders',
  WRITE_REFUNDS: 'write:refunds',
  READ_REPORTS: 'read:reports',
};
const names = Object.keys(scopes) as NamedScope[];
const nameOf = new Map<ApiKeyScope, NamedScope>(names.map((name) => [scopes[name], name]));

/** Their responses contain names and addresses of buyers. */
const needingOrders: readonly NamedScope[] = ['WRITE_ORDERS', 'WRITE_REFUNDS'];

export const toApiScopes = (stored: readonly ApiKeyScope[]): NamedScope[] =>
  stored.flatMap((scope) => nameOf.get(scope) ?? []);

const scopesRule = `scopes must hold 1 to ${names.length} scopes, each once`;

export const createApiKeyInput = z.strictObject({
  name: line({ field: 'name', minimum: 1, maximum: 60 }),
  scopes: z
    .array(z.enum(names, { error: 'scopes must be scopes of API keys' }), { error: scopesRule })
    .min(1, scopesRule)
    .max(names.length, scopesRule)
    .refine((given) => new Set(given).size === given.length, scopesRule)
    .refine(
      (given) => given.includes('READ_ORDERS') || !needingOrders.some((name) => given.includes(name)),
      `scopes must have READ_ORDERS beside ${needingOrders.join(' and ')}`,
    )
    .transform((given) => names.filter((name) => given.includes(name)).map((name) => scopes[name])),
  expiresAt: orNull(z.date({ error: 'expiresAt must be a date and time' })),
});

export const revokeApiKeyInput = z.strictObject({ id: recordId });
