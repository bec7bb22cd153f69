import { UnavailableError } from '../../errors';

/** The fields read from an error of Stripe's package: never its message, its headers or the payment in it. */
interface StripeErrorFields {
  /** The package's class, by the HTTP status. */
  readonly type?: unknown;
  /** As sent by Stripe. */
  readonly rawType?: unknown;
  readonly code?: unknown;
  readonly decline_code?: unknown;
  readonly param?: unknown;
  readonly statusCode?: unknown;
  readonly requestId?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly detail?: unknown;
}

/** Failures that state for certain that the call will never be carried out. */
const refusals: readonly unknown[] = ['StripeInvalidRequestError', 'StripeCardError'];

/**
 * A failed call to Stripe. By default it says nothing about the money. Its cause holds Stripe's error codes for the
 * log; with the request id, Stripe's dashboard shows the rest.
 */
export class StripeFailure extends UnavailableError {
  /** Stripe has understood the change and will not make it. For a read, it says nothing about the payment. */
  readonly isRefusal: boolean;
  /** Replayed: the response that an earlier call with this key got. */
  readonly wasReplayed: boolean;
  /** The parameter that was refused, as Stripe names it. */
  readonly param: unknown;
  /** The object does not exist at Stripe. */
  readonly isMissing: boolean;
  /** The key is invalid or lacks a permission. */
  readonly isUnauthorized: boolean;

  constructor(error: unknown, isChange: boolean) {
    super('The payment service does not answer. Please try again.');
    const fields = (error instanceof Error ? error : {}) as StripeErrorFields;
    const { type, rawType, statusCode, headers, code, param } = fields;
    const isUnderstood = refusals.includes(type) && rawType !== 'api_error' && code !== 'lock_timeout';
    this.isRefusal = isChange && isUnderstood;
    this.param = param;
    this.isUnauthorized = statusCode === 401 || statusCode === 403;
    this.isMissing = statusCode === 404;
    this.wasReplayed =
      headers?.['idempotent-replayed'] === 'true' || (type === 'StripeIdempotencyError' && statusCode === 400);
    this.cause = new Error(wordsOf(fields));
  }
}

/** Codes and numbers only: Stripe's sentences may repeat the request's data. */
function wordsOf({ type, code, decline_code, param, statusCode, requestId, detail }: StripeErrorFields): string {
  const connection = detail instanceof Error && 'code' in detail ? detail.code : undefined;
  const given = [type, statusCode, code ?? connection, decline_code, param, requestId];
  const words = given.filter((word) => /^[\w.[\]-]{1,80}$/.test(String(word ?? '')));
  return words.length === 0 ? 'Stripe does not answer' : words.join(' ');
}
