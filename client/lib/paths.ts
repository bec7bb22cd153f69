export const productPath = (slug: string): string => `/products/${encodeURIComponent(slug)}`;

export const categoryPath = (category: string): string => `/products?category=${encodeURIComponent(category)}`;

export const searchPath = (search: string): string => `/products?search=${encodeURIComponent(search)}`;

/**
 * Only paths of this site are followed after sign-in (decision 26): '//host', '/\host' and '/\t/host' leave it; and not
 * those that would lead back.
 */
export function safeReturnPath(path: unknown): string {
  if (typeof path !== 'string' || !/^\/(?![/\\\s])/.test(path)) return '/';
  return /^\/(?:login|register)(?![^/?#])/i.test(path) ? '/' : path;
}

/** Of a placed order: its buyer's, or a guest's with the token that they were given. */
export const orderPath = (number: string, token: string | undefined): string =>
  token === undefined ? `/dashboard/orders/${number}` : `/order/${number}/${token}`;

/** Of an order for admins, whoever has bought it. */
export const shopOrderPath = (number: string): string => `/dashboard/shopOrders/${encodeURIComponent(number)}`;

/** Of several orders, to be printed together. */
export const packingSlipsPath = (numbers: readonly string[]): string =>
  `/dashboard/shopOrders/packing?numbers=${numbers.map(encodeURIComponent).join(',')}`;
