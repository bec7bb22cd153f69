/** With which a guest shows that an order is theirs. */
export const tokenHeaders = (token: string | undefined): Record<string, string> =>
  token === undefined ? {} : { 'x-checkout-token': token };
