import { apiErrorOf } from '../../../lib/apiError';
import { noAnswer } from '../../../lib/noAnswer';
import { retryAfterOf } from '../../../lib/retryAfter';
import type { RetryPause, RequestRejection } from './runImport';

const notAnswered = `${noAnswer} Nothing is lost or done twice: the import goes on where it stopped.`;

/** What a failed request means for the import: its rows are rejected, or it is retried. */
export function importFailure(error: unknown): RetryPause | RequestRejection {
  const refusal = apiErrorOf(error);
  if (refusal?.code === 'BAD_USER_INPUT' || refusal?.code === 'PAYLOAD_TOO_LARGE')
    return { rejection: refusal.message };
  return { sentence: refusal?.message ?? notAnswered, seconds: secondsOf(error) };
}

/** Retry-After, in seconds; the server does not send dates. */
function secondsOf(error: unknown): number | undefined {
  const value = retryAfterOf(error) ?? '';
  const seconds = /^\d{1,5}$/.test(value) ? Number(value) : undefined;
  return seconds === undefined ? undefined : Math.max(1, seconds);
}
