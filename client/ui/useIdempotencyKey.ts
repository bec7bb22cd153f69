import { useRef } from 'react';
import { apiErrorOf } from '../lib/apiError';
import { idempotencyKeyHeader, newIdempotencyKey } from '../lib/idempotency';

/**
 * One Idempotency-Key per content: a retry after a missing response cannot be executed twice. New content, or a response,
 * starts another request.
 */
export function useIdempotencyKey() {
  const last = useRef<{ content: string; key: string; firstSentAt: Date }>(undefined);
  function requestOf(content: unknown) {
    const text = JSON.stringify(content);
    if (last.current?.content !== text)
      last.current = { content: text, key: newIdempotencyKey(), firstSentAt: new Date() };
    return last.current;
  }
  return {
    headers: (content: unknown): Record<string, string> => idempotencyKeyHeader(requestOf(content).key),
    /** For inputs that depend on the time: a retry must be the same request. */
    firstSentAt: (content: unknown): Date => requestOf(content).firstSentAt,
    renew(): void {
      last.current = undefined;
    },
    /** A rejection is a response, too. */
    afterFailure(error: unknown): void {
      if (apiErrorOf(error)) last.current = undefined;
    },
  };
}
