/** The calls of the access test to orders, each to a new one of the owner. */
export function orderAttempts(placedOrder: () => Promise<string>) {
  async function aboutOrder(name: string, fields: string) {
    const type = `${name.charAt(0).toUpperCase()}${name.slice(1)}Input`;
    const query = `mutation M($input: ${type}!) { ${name}(input: $input) { ${fields} } }`;
    return { query, variables: { input: { number: await placedOrder() } } };
  }
  return {
    order: async () => ({
      query: 'query O($number: ID!) { order(number: $number) { total { amount } } }',
      variables: { number: await placedOrder() },
    }),
    myOrders: () => ({ query: '{ myOrders { totalCount nodes { number } } }', variables: {} }),
    undoOrder: () => aboutOrder('undoOrder', 'order { number }'),
    cancelOrder: () => aboutOrder('cancelOrder', 'order { number }'),
    findOrder: () => ({
      query: 'mutation F($input: FindOrderInput!) { findOrder(input: $input) { message } }',
      variables: { input: { number: 'K-0000-0000', email: 'nobody@kiosk.test' } },
    }),
    reorder: () => aboutOrder('reorder', 'lines { added }'),
    claimGuestOrders: ({ email }: { readonly email: string }) => ({
      query: 'mutation C($input: ClaimGuestOrdersInput!) { claimGuestOrders(input: $input) { claimed } }',
      variables: { input: { email } },
    }),
  };
}
