import type { Context } from '../context';
import { KioskError, type ErrorCode } from '../errors';

const passing = new WeakSet<Context>();

/** Reports a failed item in the response of a bulk call. */
export interface ItemResult {
  readonly error: string | null;
  readonly code: ErrorCode | 'INTERNAL_SERVER_ERROR' | null;
}

export const itemSuccess: ItemResult = { error: null, code: null };

/**
 * The error of one item in a bulk call whose other results still count; outages and faults become the item's result,
 * too. The request records whether a retry may succeed.
 */
export function itemFailure(context: Context, error: unknown): ItemResult {
  if (error instanceof KioskError) {
    if (error.retryAfterSeconds !== undefined || error.status >= 500) passing.add(context);
    return resultOfRefusal(error);
  }
  context.log.error({ err: error }, 'Failed for one of several');
  passing.add(context);
  return { error: 'Internal server error', code: 'INTERNAL_SERVER_ERROR' };
}

export const resultOfRefusal = ({ message, code }: KioskError): ItemResult => ({ error: message, code });

export const mayRetrySucceed = (context: Context): boolean => passing.has(context);
