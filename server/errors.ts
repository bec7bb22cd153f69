import { GraphQLError } from 'graphql';
import { withoutApiKeys } from './auth/apiKeyText';

export type ErrorCode =
  | 'UNAUTHENTICATED'
  | 'FORBIDDEN'
  | 'BAD_USER_INPUT'
  | 'NOT_FOUND'
  | 'UNKNOWN_OPERATION'
  | 'CONFLICT'
  | 'IDEMPOTENCY_KEY_REUSED'
  | 'RATE_LIMITED'
  | 'SERVICE_UNAVAILABLE';

/** Capitalizes a message like a sentence, unless it starts with a camel-case field name. */
export const asSentence = (message: string): string =>
  message.replace(/^[a-z]+(?![A-Za-z0-9])/, (word) => word.charAt(0).toUpperCase() + word.slice(1));

const maxNameLength = 100;
const maxMessageLength = 1_000;

/** Truncates the caller's input in messages, never in the middle of a surrogate pair. */
export function cutName(given: string): string {
  const name = withoutApiKeys(given);
  return name.length > maxNameLength ? name.slice(0, maxNameLength).replace(/[\ud800-\udbff]$/, '') : name;
}

/** Removes secrets from a message, and truncates quoted and unbroken text in it. */
export function cutNames(given: string): string {
  const message = withoutApiKeys(given);
  if (message.length <= maxNameLength) return message;
  const cut = message
    .replace(/"([^"]*)"/g, (_quoted, name: string) => `"${cutName(name)}"`)
    .replace(/[^\s"']+/g, cutName);
  return cut.length > maxMessageLength ? `${cut.slice(0, maxMessageLength).replace(/[\ud800-\udbff]$/, '')} …` : cut;
}

/**
 * An error whose message the caller may see; all others are masked as 'Internal server error'. `field` is the input
 * field, `status` the HTTP status of decision 4. With `retryAfterSeconds` the error is temporary, and is never stored
 * under an Idempotency-Key.
 */
export class KioskError extends GraphQLError {
  readonly code: ErrorCode;
  readonly status: number;
  readonly field: string | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(
    message: string,
    details: { code: ErrorCode; status: number; field?: string | undefined; retryAfterSeconds?: number | undefined },
  ) {
    const { code, status, retryAfterSeconds } = details;
    const field = details.field === undefined ? undefined : cutName(details.field);
    const headers = retryAfterSeconds === undefined ? undefined : new Map([['retry-after', String(retryAfterSeconds)]]);
    super(cutNames(asSentence(message)), {
      extensions: { code, ...(field && { field }), http: { status, ...(headers && { headers }) } },
    });
    this.name = new.target.name;
    this.code = code;
    this.status = status;
    this.field = field;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** Nothing was changed, unlike after an outage or a fault. */
export const isRefusal = (error: unknown): error is KioskError => error instanceof KioskError && error.status < 500;

/** The visible error of one item in a bulk call; outages and faults affect the whole call and are rethrown. */
export function refusalIn(error: unknown): KioskError {
  if (isRefusal(error)) return error;
  throw error;
}

export class UnauthenticatedError extends KioskError {
  constructor(message = 'You must be signed in.') {
    super(message, { code: 'UNAUTHENTICATED', status: 401 });
  }
}

export class ForbiddenError extends KioskError {
  constructor(message = 'You are not allowed to do this.') {
    super(message, { code: 'FORBIDDEN', status: 403 });
  }
}

export class BadInputError extends KioskError {
  constructor(message: string, field?: string) {
    super(message, { code: 'BAD_USER_INPUT', status: 400, field });
  }
}

export class NotFoundError extends KioskError {
  constructor(message = 'Not found.', field?: string) {
    super(message, { code: 'NOT_FOUND', status: 404, field });
  }
}

/** Unknown query hash; clients then send the query's text. */
export class UnknownOperationError extends KioskError {
  constructor() {
    super('This shop knows no public query of this name and hash. Send its text by POST.', {
      code: 'UNKNOWN_OPERATION',
      status: 404,
    });
  }
}

export class ConflictError extends KioskError {
  constructor(message: string, field?: string, retryAfterSeconds?: number) {
    super(message, { code: 'CONFLICT', status: 409, field, retryAfterSeconds });
  }
}

export class IdempotencyKeyReusedError extends KioskError {
  constructor(message = 'This Idempotency-Key was used for another request.') {
    super(message, { code: 'IDEMPOTENCY_KEY_REUSED', status: 422 });
  }
}

export class RateLimitedError extends KioskError {
  constructor(retryAfterSeconds: number) {
    super('Too many requests. Please try again later.', { code: 'RATE_LIMITED', status: 429, retryAfterSeconds });
  }
}

export class UnavailableError extends KioskError {
  constructor(message = 'The service is not available right now. Please try again.', retryAfterSeconds = 2) {
    super(message, { code: 'SERVICE_UNAVAILABLE', status: 503, retryAfterSeconds });
  }
}

/** Firebase is unavailable, which is no outage for public data. */
export class IdentityUnavailableError extends UnavailableError {
  constructor(cause?: unknown) {
    super();
    this.cause = cause;
  }
}
