import { apiErrorOf } from './apiError';
import { retryAfterOf } from './retryAfter';

/** With these the server may have executed the request, or still execute it, and stores no answer under its key. */
const passing: readonly string[] = ['SERVICE_UNAVAILABLE', 'RATE_LIMITED', 'UNAUTHENTICATED'];

/** Whether the same request would be refused again. One that is still running under its key is refused with Retry-After. */
export function isFinalRefusal(error: unknown): boolean {
  const refusal = apiErrorOf(error);
  return refusal !== undefined && !passing.includes(refusal.code) && retryAfterOf(error) === undefined;
}
