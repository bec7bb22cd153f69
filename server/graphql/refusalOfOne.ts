import type { Context } from '../context';
import { KioskError, type ErrorCode } from '../errors';

const passing = new WeakSet<Context>();

/** How an answer about many things says of one of them that it was refused. */
export interface ResultOfOne {
  readonly error: string | null;
  readonly code: ErrorCode | 'INTERNAL_SERVER_ERROR' | null;
}

export const noRefusal: ResultOfOne = { error: null, code: null };

/**
 * What a caller is told of one thing among many whose results are worth an answer, whatever becomes of this one: an outage or a fault is
 * its own result, too. The request remembers whether it may go otherwise another time.
 */
export function refusalOfOne(context: Context, error: unknown): ResultOfOne {
  if (error instanceof KioskError) {
    if (error.retryAfterSeconds !== undefined || error.status >= 500) passing.add(context);
    return resultOfRefusal(error);
  }
  context.log.error({ err: error }, 'Failed for one of several');
  passing.add(context);
  return { error: 'Internal server error', code: 'INTERNAL_SERVER_ERROR' };
}

export const resultOfRefusal = ({ message, code }: KioskError): ResultOfOne => ({ error: message, code });

export const refusedForNow = (context: Context): boolean => passing.has(context);
