/** The default tabs: public queries first, then those that need a sign-in, then what a program sends with its API key. */
export const examples = [
  {
    query: `# The first page of the catalogue. Press the run button.
query Products($filter: ProductFilter) {
  products(filter: $filter, first: 5) {
    nodes {
      name
      slug
      price
      discount
      categories
      inStock
    }
    totalCount
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
`,
    variables: JSON.stringify({ filter: { category: 'Electronics' } }, null, 2),
  },
  {
    query: `# One product by the name in its address.
query Product($slug: String!) {
  product(slug: $slug) {
    name
    description
    price
    originalPrice
    rating
    reviewCount
  }
}
`,
    variables: JSON.stringify({ slug: 'summit-steel-bottle' }, null, 2),
  },
  {
    query: `# Who am I, and what is in my store? Sign in above first.
query Cart {
  me {
    name
    email
    role
  }
  cart {
    id
    name
    price
    notice
  }
}
`,
  },
  {
    query: `# Puts a product into your store. Sign in above first.
mutation AddToStore($input: AddToStoreInput!) {
  addToStore(input: $input) {
    storeEntry {
      id
      name
      price
    }
  }
}
`,
    variables: JSON.stringify({ input: { slug: 'summit-steel-bottle' } }, null, 2),
  },
  {
    query: `# Changes a product of yours: what you leave out stays as it is. Sign in above first, and fill in its id and version.
mutation UpdateProduct($input: UpdateProductInput!) {
  updateProduct(input: $input) {
    product {
      name
      price
      originalPrice
      version
    }
  }
}
`,
    variables: JSON.stringify({ input: { id: '', version: 1, price: 24.5, discount: 10 } }, null, 2),
  },
  {
    query: `# Everything in the shop whose name or owner's e-mail contains a text. Sign in above as the admin first.
query StoreItems($filter: StoreItemFilter) {
  storeItems(filter: $filter, sort: NAME, first: 10) {
    nodes {
      name
      price
      status
      email
    }
    totalCount
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
`,
    variables: JSON.stringify({ filter: { search: 'bottle', kind: 'PRODUCT' } }, null, 2),
  },
  {
    query: `# The numbers of the admin dashboard. Sign in above as the admin first.
query Counts {
  counts {
    users
    products
    orders
  }
}
`,
  },
  {
    query: `# For programs that keep a copy of the shop: what changed since some time, and what left the catalogue.
# A program signs in by an API key, which is sent as below, in 'Headers': put one with read:products into its place.
# Admins make keys at /dashboard/apiKeys. Read on from the last endCursor, now or later (docs/integrations.md).
query Changes($since: DateTime!, $after: String) {
  products(filter: { changedSince: $since }, first: 100, after: $after) {
    nodes {
      id
      updatedAt
      version
      name
      price
      inStock
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
  removedProducts(changedSince: $since) {
    nodes {
      id
      updatedAt
      reason
    }
  }
}
`,
    variables: JSON.stringify({ since: aWeekAgo(), after: null }, null, 2),
    headers: JSON.stringify({ Authorization: 'Bearer kiosk_live_...' }, null, 2),
  },
];

function aWeekAgo(): string {
  return new Date(Date.now() - 7 * 24 * 60 * 60 * 1_000).toISOString();
}
