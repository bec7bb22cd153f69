import { useMutation } from '@apollo/client/react';
import { useState } from 'react';
import { CancelOrderDocument, UndoOrderDocument } from '../../__generated__/lazyOperations';
import { formatCents } from '../../lib/money';
import { serverMessage } from '../../lib/serverMessage';
import { countWords, type Order } from './orderWords';
import { tokenHeaders } from './tokenHeaders';

export interface EndedOrder {
  readonly order: Order;
  /** What the page says of it. */
  readonly words: string;
  readonly returnedToCart: number;
}

interface Parts {
  number: string;
  token: string | undefined;
  onEnded: (ended: EndedOrder) => void;
  /** It may be another one by now. */
  onRefused: () => void;
}

const noAnswer = 'The shop gave no answer. Look at the order again before you press once more.';

function wordsOf({ refundedTotal, paymentStatus }: Order, returnedToCart: number): string {
  const money =
    paymentStatus === 'REFUNDED' ? `${formatCents(refundedTotal.amount)} go back to your card.` : 'Nothing is charged.';
  const cart = returnedToCart > 0 ? ` ${countWords(returnedToCart, 'item')} are in your cart again.` : '';
  return `${money}${cart.replace('1 item are', '1 item is')}`;
}

/** Takes an order back, or cancels it; one press at a time. */
export function useEndOrder({ number, token, onEnded, onRefused }: Parts) {
  const options = { context: { headers: tokenHeaders(token) }, fetchPolicy: 'no-cache' } as const;
  const [undoOrder, undoing] = useMutation(UndoOrderDocument, options);
  const [cancelOrder, cancelling] = useMutation(CancelOrderDocument, options);
  const [failure, setFailure] = useState<string>();
  const isBusy = undoing.loading || cancelling.loading;

  async function run(send: () => Promise<Omit<EndedOrder, 'words'> | undefined>): Promise<void> {
    if (isBusy) return;
    setFailure(undefined);
    try {
      const ended = await send();
      if (!ended) throw new Error('The shop gave no answer');
      onEnded({ ...ended, words: wordsOf(ended.order, ended.returnedToCart) });
    } catch (error) {
      setFailure(serverMessage(error, noAnswer));
      onRefused();
    }
  }

  const variables = { input: { number } };
  return {
    isBusy,
    failure,
    undo: () => run(async () => (await undoOrder({ variables })).data?.undoOrder),
    cancel: () =>
      run(async () => {
        const answer = (await cancelOrder({ variables })).data?.cancelOrder;
        return answer ? { order: answer.order, returnedToCart: 0 } : undefined;
      }),
  };
}
