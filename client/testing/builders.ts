let made = 0;

const slugOf = (name: string) => name.toLowerCase().replace(/[^a-z0-9]+/g, '-');

/** A product with every field of the schema. */
export function newProduct<More extends object>(
  more: More & { name?: string; slug?: string; inStock?: boolean } = {} as More,
) {
  made += 1;
  const name = more.name ?? `Product ${made}`;
  return {
    __typename: 'Product' as const,
    id: `product-${made}`,
    name,
    slug: slugOf(name),
    photos: [] as string[],
    pictures: [] as unknown[],
    description: '',
    price: 12.5,
    originalPrice: null as number | null,
    discount: 0,
    taxClass: 'STANDARD',
    inStock: true,
    status: 'ACTIVE',
    categories: [] as string[],
    rating: null as number | null,
    reviewCount: null as number | null,
    email: null as string | null,
    ownerId: null as string | null,
    createdAt: '2026-01-31T09:30:00.000Z',
    updatedAt: null as string | null,
    version: 1,
    purchasable: more.inStock ?? true,
    stock: null as number | null,
    sold: null as number | null,
    deactivatedByShop: false,
    ...more,
  };
}

export type Product = ReturnType<typeof newProduct>;

/** A store entry of the product. */
export function newEntry<More extends object>(product: Product, more: More = {} as More) {
  made += 1;
  const { name, slug, photos, price, discount, categories } = product;
  return {
    __typename: 'StoreEntry' as const,
    id: `entry-${made}`,
    ...{ name, slug, photos, price, discount, categories },
    // Increasing: carts are sorted by it.
    createdAt: new Date(Date.UTC(2026, 0, 31) + made * 1000).toISOString(),
    inStock: true,
    status: 'ACTIVE',
    email: null as string | null,
    ownerId: null as string | null,
    productSlug: slug as string | null,
    notice: null as 'PRICE_CHANGED' | 'OUT_OF_STOCK' | 'UNAVAILABLE' | null,
    currentPrice: price as number | null,
    ...more,
  };
}

export type Entry = ReturnType<typeof newEntry>;

interface Paging {
  first?: number;
  after?: string | null;
}

/** A connection over the rows; cursors are indexes. */
export function pageOf<Node>(all: readonly Node[], { first = 24, after }: Paging = {}, more: object = {}) {
  const from = after ? Number(after) : 0;
  const to = Math.min(from + first, all.length);
  return {
    nodes: all.slice(from, to),
    pageInfo: { hasNextPage: to < all.length, hasPreviousPage: from > 0, endCursor: String(to) },
    totalCount: all.length,
    totalCountIsExact: true,
    hiddenAbovePrice: 0,
    ...more,
  };
}
