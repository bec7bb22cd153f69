import { useRef } from 'react';
import { apiErrorOf } from '../lib/apiError';
import { idempotencyKeyHeader, newIdempotencyKey } from '../lib/idempotency';

/**
 * One Idempotency-Key for each content: a retry of the same one, because no response came, cannot do it a second time. New content,
 * or a response, makes it another request.
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
    /** A refusal is an answer. */
    afterFailure(error: unknown): void {
      if (apiErrorOf(error)) last.current = undefined;
    },
  };
}
