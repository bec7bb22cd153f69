import { useRef } from 'react';
import { apiErrorOf } from '../lib/apiError';
import { idempotencyKeyHeader, newIdempotencyKey } from '../lib/idempotency';
import { retryAfterOf } from '../lib/retryAfter';

interface Sent<Input> {
  readonly input: Input;
  readonly headers: Record<string, string>;
}

/** With these the server may have executed the request, or still execute it, and stores no answer under its key. */
const passing: readonly string[] = ['SERVICE_UNAVAILABLE', 'RATE_LIMITED', 'UNAUTHENTICATED'];

/** Whether the same request would be refused again. One that is still running under its key is refused with Retry-After. */
export function isFinalRefusal(error: unknown): boolean {
  const refusal = apiErrorOf(error);
  return refusal !== undefined && !passing.includes(refusal.code) && retryAfterOf(error) === undefined;
}

/**
 * One Idempotency-Key per content: a retry after a missing response cannot be executed twice. New content, or a final
 * response, starts another request.
 */
export function useIdempotencyKey() {
  const last = useRef<{ content: string; key: string; input: unknown }>(undefined);

  /**
   * `content` is what the user wants. A retry sends the first input for it, which may depend on the time or on a version
   * that was read anew meanwhile.
   */
  function requestOf<Input>(content: unknown, input: Input): Sent<Input> {
    const text = JSON.stringify(content);
    if (last.current?.content !== text) last.current = { content: text, key: newIdempotencyKey(), input };
    return { input: last.current.input as Input, headers: idempotencyKeyHeader(last.current.key) };
  }

  function renew(): void {
    last.current = undefined;
  }

  return {
    requestOf,
    headers: (content: unknown): Record<string, string> => requestOf(content, undefined).headers,
    renew,
    afterFailure(error: unknown): void {
      if (isFinalRefusal(error)) renew();
    },
  };
}
