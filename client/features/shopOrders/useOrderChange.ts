import { useState } from 'react';
import { apiErrorOf } from '../../lib/apiError';
import type { Failure } from '../../lib/failure';
import { noAnswerToForm, requireData } from '../../lib/noAnswer';
import { serverMessage } from '../../lib/serverMessage';
import { useIdempotencyKey } from '../../ui/useIdempotencyKey';
import type { ShopOrder } from './shopOrder';
import type { OrderAccess } from './useShopOrder';

interface SendOptions<Input> {
  readonly variables: { readonly input: Input };
  readonly context: { readonly headers: Record<string, string> };
  readonly fetchPolicy: 'no-cache';
}

/** After these the order may be another one; a failed capture has given it another version. */
const outdating: readonly (string | undefined)[] = ['CONFLICT', 'NOT_FOUND', 'SERVICE_UNAVAILABLE'];

/** One change of an order at a time. After a version conflict the order is refetched; input is kept. */
export function useOrderChange({ change, reload }: OrderAccess) {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  const key = useIdempotencyKey();

  /**
   * `content` of what adds to the order is without what is read anew meanwhile: the version and what is clamped to what is
   * left. `wasDone`: an earlier try whose answer was lost has done it, and nothing was done now. `isRetry`: that may be.
   */
  async function run<Input, Changed extends { readonly order: ShopOrder }>(
    content: unknown,
    input: Input,
    send: (options: SendOptions<Input>) => Promise<Changed | null | undefined>,
  ): Promise<(Changed & { readonly wasDone: boolean; readonly isRetry: boolean }) | undefined> {
    if (isBusy) return undefined;
    setFailure(undefined);
    setBusy(true);
    try {
      const { answer, ...tried } = await key.sendVersioned(content, input, async ({ input: sent, headers }) =>
        requireData(await send({ variables: { input: sent }, context: { headers }, fetchPolicy: 'no-cache' })),
      );
      change(answer.order);
      return { ...answer, ...tried };
    } catch (error) {
      const refusal = apiErrorOf(error);
      if (outdating.includes(refusal?.code)) await reload();
      setFailure({ sentence: serverMessage(error, noAnswerToForm), field: refusal?.field });
      return undefined;
    } finally {
      setBusy(false);
    }
  }

  /** For input: what is typed while it is sent would be cleared with it. */
  const whileIdle =
    <Arguments extends unknown[]>(set: (...values: Arguments) => void) =>
    (...values: Arguments) => {
      if (!isBusy) set(...values);
    };
  return { run, isBusy, failure, whileIdle };
}
