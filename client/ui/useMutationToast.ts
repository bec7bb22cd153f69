import { serverMessage } from '../lib/serverMessage';
import { errorToast, toast } from './toast';
import { useIdempotencyKey } from './useIdempotencyKey';

/** Sends a change with an Idempotency-Key, which a retry reuses, and shows the result; undefined: it failed. */
export function useMutationToast() {
  const key = useIdempotencyKey();
  return async function call<T>(
    content: unknown,
    send: (context: { headers: Record<string, string> }) => Promise<T>,
    words: { done: string; failed: string },
  ): Promise<T | undefined> {
    try {
      const result = await send({ headers: key.headers(content) });
      key.renew();
      toast(words.done, 'success');
      return result;
    } catch (error) {
      key.afterFailure(error);
      errorToast(words.failed, serverMessage(error, ''));
      return undefined;
    }
  };
}
