/** Authorizes a guest's access to an order. */
export const tokenHeaders = (token: string | undefined): Record<string, string> =>
  token === undefined ? {} : { 'x-checkout-token': token };
