import { useRef } from 'react';
import { idempotencyKeyHeader, newIdempotencyKey } from '../../../lib/idempotency';

/**
 * One Idempotency-Key for each filled form: a retry of the same content, because no response came, cannot create a second
 * product. New input, or a response, makes it another request.
 */
export function useFormKey() {
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
  };
}
