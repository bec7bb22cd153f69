import { useRef } from 'react';
import { idempotencyKeyHeader, newIdempotencyKey } from '../../../lib/idempotency';

/**
 * One Idempotency-Key for each filled form: sending the same content again, because no answer came, cannot make a second
 * product. What was typed since, or an answer, makes it another request.
 */
export function useFormKey() {
  const last = useRef<{ content: string; key: string }>(undefined);
  return {
    headers(content: unknown): Record<string, string> {
      const text = JSON.stringify(content);
      if (last.current?.content !== text) last.current = { content: text, key: newIdempotencyKey() };
      return idempotencyKeyHeader(last.current.key);
    },
    answered(): void {
      last.current = undefined;
    },
  };
}
