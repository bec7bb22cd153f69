import type { ApolloClient } from '@apollo/client';
import { useEffect, useRef, useState } from 'react';
import { logFailure } from '../../lib/logFailure';
import { type Checkout, confirmPayment, pollMs } from './checkoutApi';

/** Counted from a press, so that an outage of the provider is told within 10 s. */
export const providerTimeoutMs = 9_000;

/** What the shop has said meanwhile. 'NO_ANSWER': nothing, it could not be asked. 'WAITING': nothing yet. */
export type LookedUp = Checkout | 'NO_ANSWER' | 'WAITING';

const isUndecided = ({ status }: Checkout): boolean => status === 'PAYING' || status === 'ACTION_REQUIRED';

/** Looks up a payment at the shop while the provider's own code, which has no limit, does not answer the browser. */
export function useLookups(client: ApolloClient) {
  const [lookedUp, setLookedUp] = useState<LookedUp>('WAITING');
  const stop = useRef<() => void>(undefined);
  useEffect(() => () => stop.current?.(), []);

  /** The provider's answer, or the checkout where the shop knows the result before that. */
  async function race<Answer>(id: string, sent: Promise<Answer>): Promise<Answer | Checkout> {
    let [isOver, isLogged] = [false, false];
    let timer: ReturnType<typeof setTimeout> | undefined;
    stop.current = () => {
      isOver = true;
      clearTimeout(timer);
    };
    const known = new Promise<Checkout>((resolve) => {
      async function look(): Promise<void> {
        const next = await confirmPayment(client, id).catch((error: unknown) => {
          if (!isLogged) logFailure('Failed to look at the payment', error);
          isLogged = true;
          return null;
        });
        if (isOver) return;
        if (next && !isUndecided(next)) return resolve(next);
        setLookedUp(next ?? 'NO_ANSWER');
        timer = setTimeout(() => void look(), pollMs);
      }
      timer = setTimeout(() => void look(), pollMs);
    });
    try {
      return await Promise.race([sent, known]);
    } finally {
      stop.current();
      setLookedUp('WAITING');
    }
  }

  return { lookedUp, race };
}
