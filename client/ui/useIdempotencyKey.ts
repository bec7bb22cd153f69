import { useRef } from 'react';
import { apiErrorOf } from '../lib/apiError';
import { idempotencyKeyHeader, newIdempotencyKey } from '../lib/idempotency';
import { isFinalRefusal } from '../lib/isFinalRefusal';

interface Sent<Input> {
  readonly input: Input;
  readonly headers: Record<string, string>;
  /** The answer may be that of an earlier try. */
  readonly isRetry: boolean;
}

/** Another version is there than that of the input. */
function isVersionConflict(error: unknown): boolean {
  const refusal = apiErrorOf(error);
  return isFinalRefusal(error) && refusal?.code === 'CONFLICT' && refusal.field === 'version';
}

/**
 * One Idempotency-Key per content: a retry after a missing response cannot be executed twice. New content, or a final
 * response, starts another request.
 */
export function useIdempotencyKey() {
  const last = useRef<{ content: string; key: string; input: unknown }>(undefined);

  /**
   * `content` is what the user wants. A retry sends the first input for it, which may depend on the time or on a version
   * that was read anew meanwhile: only what adds to what is there needs that. What sets a state has its whole input as
   * content, for twice is once, and a newer version is another request.
   */
  function requestOf<Input>(content: unknown, input: Input): Sent<Input> {
    const text = JSON.stringify(content);
    const earlier = last.current;
    if (last.current?.content !== text) last.current = { content: text, key: newIdempotencyKey(), input };
    const { key, input: first } = last.current;
    return { input: first as Input, headers: idempotencyKeyHeader(key), isRetry: last.current === earlier };
  }

  function renew(): void {
    last.current = undefined;
  }

  function afterFailure(error: unknown): void {
    if (isFinalRefusal(error)) renew();
  }

  /**
   * For inputs with the version that is shown. An older one than that is executed no more: if it succeeds, it was executed
   * by an earlier try (`wasDone`); if its version is refused, by none, and the present input is sent, which was seen.
   */
  async function sendVersioned<Input, Answer>(
    content: unknown,
    input: Input,
    send: (request: Sent<Input>) => Promise<Answer>,
  ): Promise<{ answer: Answer; wasDone: boolean; isRetry: boolean }> {
    const request = requestOf(content, input);
    const isOlder = JSON.stringify(request.input) !== JSON.stringify(input);
    // Without a key the earlier try itself may have been executed, and have changed the version.
    const hasKey = Object.keys(request.headers).length > 0;
    try {
      const answer = await send(request);
      renew();
      return { answer, wasDone: isOlder, isRetry: request.isRetry };
    } catch (error) {
      afterFailure(error);
      if (isOlder && hasKey && isVersionConflict(error)) return sendVersioned(content, input, send);
      throw error;
    }
  }

  return {
    requestOf,
    sendVersioned,
    headers: (content: unknown): Record<string, string> => requestOf(content, undefined).headers,
    renew,
    afterFailure,
  };
}
