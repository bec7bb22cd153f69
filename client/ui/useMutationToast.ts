import { useRef } from 'react';
import { idempotencyKeyHeader, newIdempotencyKey } from '../lib/idempotency';
import { isFinalRefusal } from '../lib/isFinalRefusal';
import { serverMessage } from '../lib/serverMessage';
import { errorToast, toast } from './toast';

/** A retry follows soon; the same wish after that is another one, which a stored answer must not stand for. */
const retryMs = 60_000;

/**
 * Sends a change with an Idempotency-Key, which a retry reuses, also after changes of something else, and shows the
 * result; undefined: it failed.
 */
export function useMutationToast() {
  const unanswered = useRef(new Map<string, { key: string; at: number }>());
  return async function call<T>(
    content: unknown,
    send: (context: { headers: Record<string, string> }) => Promise<T>,
    words: { done: string | ((result: T) => Promise<string>); failed: string },
  ): Promise<T | undefined> {
    const keys = unanswered.current;
    const text = JSON.stringify(content);
    const last = keys.get(text);
    const key = last && Date.now() - last.at < retryMs ? last.key : newIdempotencyKey();
    const keep = () => keys.set(text, { key, at: Date.now() });
    keep();
    try {
      const result = await send({ headers: idempotencyKeyHeader(key) });
      keys.delete(text);
      toast(typeof words.done === 'string' ? words.done : await words.done(result), 'success');
      return result;
    } catch (error) {
      if (isFinalRefusal(error)) keys.delete(text);
      else keep();
      errorToast(words.failed, serverMessage(error, ''));
      return undefined;
    }
  };
}
