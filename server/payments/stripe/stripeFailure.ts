import { UnavailableError } from '../../errors';

/** What is read of an error of Stripe's package: never its text, its headers or the payment in it. */
interface StripeErrorFields {
  readonly type?: unknown;
  readonly code?: unknown;
  readonly decline_code?: unknown;
  readonly param?: unknown;
  readonly statusCode?: unknown;
  readonly requestId?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly detail?: unknown;
}

/** Of which Stripe says so much that it will never be carried out. */
const refusals: readonly unknown[] = ['StripeInvalidRequestError', 'StripeCardError'];

/**
 * A call of Stripe that did not succeed. To whoever does not know better it says nothing about the money. The names of what
 * Stripe found are in its cause, for the log; with the request's id Stripe's dashboard says the rest.
 */
export class StripeFailure extends UnavailableError {
  /** Stripe has understood what was to be done and will not do it. Of a question nothing follows for the payment. */
  readonly isRefusal: boolean;
  /** Not carried out, but answered from what an earlier call of the key was answered. */
  readonly wasReplayed: boolean;
  /** It was asked for what Stripe does not have. */
  readonly isMissing: boolean;
  /** Stripe does not take the key, or not for this. */
  readonly isUnauthorized: boolean;

  constructor(error: unknown, isChange: boolean) {
    super('The payment service does not answer. Please try again.');
    const fields = (error instanceof Error ? error : {}) as StripeErrorFields;
    const { type, statusCode, headers, code } = fields;
    const isUnderstood = refusals.includes(type) && code !== 'lock_timeout';
    this.isRefusal = isChange && isUnderstood;
    this.isUnauthorized = statusCode === 401 || statusCode === 403;
    this.isMissing = isUnderstood && statusCode === 404;
    this.wasReplayed =
      headers?.['idempotent-replayed'] === 'true' || (type === 'StripeIdempotencyError' && statusCode === 400);
    this.cause = new Error(wordsOf(fields));
  }
}

/** Names and numbers alone: what Stripe says in sentences may repeat what it was sent. */
function wordsOf({ type, code, decline_code, param, statusCode, requestId, detail }: StripeErrorFields): string {
  const connection = detail instanceof Error && 'code' in detail ? detail.code : undefined;
  const given = [type, statusCode, code ?? connection, decline_code, param, requestId];
  const words = given.filter((word) => /^[\w.[\]-]{1,80}$/.test(String(word ?? '')));
  return words.length === 0 ? 'Stripe does not answer' : words.join(' ');
}
