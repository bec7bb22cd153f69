/** The calls of the access test to stock, each to another product. */
export const stockAttempts = (newProduct: () => Promise<{ readonly id: string; readonly slug: string }>) => ({
  availability: async () => {
    const { slug } = await newProduct();
    return { query: 'query A($slug: String!) { availability(slug: $slug) { status } }', variables: { slug } };
  },
  stockLevel: async () => {
    const { id } = await newProduct();
    return { query: 'query S($id: ID!) { stockLevel(id: $id) { id } }', variables: { id } };
  },
  stockLevels: () => ({ query: '{ stockLevels { totalCount } }', variables: {} }),
  adjustStock: async () => {
    const { id } = await newProduct();
    return {
      query: 'mutation A($input: AdjustStockInput!) { adjustStock(input: $input) { stockLevel { id } } }',
      variables: { input: { id, count: 3, reason: 'DELIVERY' } },
    };
  },
});
