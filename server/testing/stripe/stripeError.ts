/** An error as Stripe's API answers it. */
export class StripeApiError extends Error {
  constructor(
    readonly status: number,
    readonly error: {
      readonly type: 'invalid_request_error' | 'card_error' | 'idempotency_error' | 'api_error';
      readonly code?: string;
      readonly decline_code?: string;
      readonly message: string;
      readonly param?: string;
    },
  ) {
    super(error.message);
  }
}

export const missing = (id: string) =>
  new StripeApiError(404, {
    ...{ type: 'invalid_request_error', code: 'resource_missing', param: 'intent', message: `No such object: '${id}'` },
  });

export const refused = (code: string, message: string) =>
  new StripeApiError(400, { type: 'invalid_request_error', code, message });
