import { useRef } from 'react';
import { apiErrorOf } from '../lib/apiError';
import { idempotencyKeyHeader, newIdempotencyKey } from '../lib/idempotency';

/**
 * One Idempotency-Key per content: a retry after a missing response cannot be executed twice. New content, or a response,
 * starts another request.
 */
export function useIdempotencyKey() {
  const last = useRef<{ content: string; key: string }>(undefined);
  return {
    headers(content: unknown): Record<string, string> {
      const text = JSON.stringify(content);
      if (last.current?.content !== text) last.current = { content: text, key: newIdempotencyKey() };
      return idempotencyKeyHeader(last.current.key);
    },
    renew(): void {
      last.current = undefined;
    },
    /** A rejection is a response, too. */
    afterFailure(error: unknown): void {
      if (apiErrorOf(error)) last.current = undefined;
    },
  };
}
