import type { ApiKeyScope } from '../../__generated__/lazyOperations';

interface ScopeLabel {
  name: string;
  explanation: string;
}

/** In the order of the form. */
export const scopeLabels: Readonly<Record<ApiKeyScope, ScopeLabel>> = {
  READ_PRODUCTS: { name: 'read:products', explanation: 'See the catalogue.' },
  WRITE_PRODUCTS: {
    name: 'write:products',
    explanation: "Create, change, import and delete everybody's products.",
  },
  READ_STOCK: { name: 'read:stock', explanation: 'See how many pieces there are of each product.' },
  WRITE_STOCK: { name: 'write:stock', explanation: 'Change how many pieces there are.' },
  READ_ORDERS: {
    name: 'read:orders',
    explanation: 'See all orders, with the names and addresses of buyers.',
  },
  WRITE_ORDERS: {
    name: 'write:orders',
    explanation: 'Ship orders, which takes the money reserved for them, and leave notes.',
  },
  WRITE_REFUNDS: { name: 'write:refunds', explanation: 'Move money: capture payments, refund and cancel orders.' },
  READ_REPORTS: { name: 'read:reports', explanation: 'See sums of sales, taxes and best sellers.' },
};

export const scopes = Object.keys(scopeLabels) as ApiKeyScope[];

/** Their responses contain buyers' data: they require that scope. */
export const needsReadOrders: ReadonlySet<ApiKeyScope> = new Set<ApiKeyScope>(['WRITE_ORDERS', 'WRITE_REFUNDS']);

/** Adds a scope with those that it requires, or removes it with those that require it. */
export function toggleScope(chosen: readonly ApiKeyScope[], scope: ApiKeyScope): ApiKeyScope[] {
  if (!chosen.includes(scope)) {
    const wanted = new Set([...chosen, scope, ...(needsReadOrders.has(scope) ? (['READ_ORDERS'] as const) : [])]);
    return scopes.filter((each) => wanted.has(each));
  }
  return chosen.filter((each) => each !== scope && !(scope === 'READ_ORDERS' && needsReadOrders.has(each)));
}
