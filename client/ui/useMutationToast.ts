import { serverMessage } from '../lib/serverMessage';
import { errorToast, toast } from './toast';
import { useIdempotencyKey } from './useIdempotencyKey';

/** Sends a change once, also when it is tried again without an answer, and says what became of it; undefined: it failed. */
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
