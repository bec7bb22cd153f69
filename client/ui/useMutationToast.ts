import { useRef } from 'react';
import { idempotencyKeyHeader, newIdempotencyKey } from '../lib/idempotency';
import { isFinalRefusal } from '../lib/isFinalRefusal';
import { serverMessage } from '../lib/serverMessage';
import { errorToast, toast } from './toast';

/**
 * Sends a change with an Idempotency-Key, which a retry reuses, also after changes of something else, and shows the
 * result; undefined: it failed.
 */
export function useMutationToast() {
  const unanswered = useRef(new Map<string, string>());
  return async function call<T>(
    content: unknown,
    send: (context: { headers: Record<string, string> }) => Promise<T>,
    words: { done: string; failed: string },
  ): Promise<T | undefined> {
    const keys = unanswered.current;
    const text = JSON.stringify(content);
    const key = keys.get(text) ?? newIdempotencyKey();
    keys.set(text, key);
    try {
      const result = await send({ headers: idempotencyKeyHeader(key) });
      keys.delete(text);
      toast(words.done, 'success');
      return result;
    } catch (error) {
      if (isFinalRefusal(error)) keys.delete(text);
      errorToast(words.failed, serverMessage(error, ''));
      return undefined;
    }
  };
}
