export const productPath = (slug: string): string => `/products/${encodeURIComponent(slug)}`;

export const categoryPath = (category: string): string => `/products?category=${encodeURIComponent(category)}`;

export const searchPath = (search: string): string => `/products?search=${encodeURIComponent(search)}`;

/**
 * After sign-in only paths of this site are followed (decision 26), unlike '//host', '/\host' and '/\t/host', and
 * none that lead back to the sign-in.
 */
export function safeReturnPath(path: unknown): string {
  if (typeof path !== 'string' || !/^\/(?![/\\\s])/.test(path)) return '/';
  return /^\/(?:login|register)(?![^/?#])/i.test(path) ? '/' : path;
}

/** A placed order: for its buyer, or with a guest's token. */
export const orderPath = (number: string, token: string | undefined): string =>
  token === undefined ? `/dashboard/orders/${number}` : `/order/${number}/${token}`;

/** An order in the admins' view. */
export const shopOrderPath = (number: string): string => `/dashboard/shopOrders/${encodeURIComponent(number)}`;

/** For several orders, printed together. */
export const packingSlipsPath = (numbers: readonly string[]): string =>
  `/dashboard/shopOrders/packing?numbers=${numbers.map(encodeURIComponent).join(',')}`;
