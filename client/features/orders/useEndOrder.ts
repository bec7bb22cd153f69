import { useMutation } from '@apollo/client/react';
import { useState } from 'react';
import { CancelOrderDocument, UndoOrderDocument } from '../../__generated__/lazyOperations';
import { noAnswer, requireData } from '../../lib/noAnswer';
import { pluralize } from '../../lib/pluralize';
import { serverMessage } from '../../lib/serverMessage';
import { moneyOfCancelled } from './orderMoney';
import type { Order } from './orderStatusLabels';
import { tokenHeaders } from './tokenHeaders';

export interface EndedOrder {
  readonly order: Order;
  /** The page's message. */
  readonly words: string;
  readonly returnedToCart: number;
}

interface Parts {
  order: Order;
  token: string | undefined;
  onEnded: (ended: EndedOrder) => void;
  /** After a refusal: the order may have changed meanwhile. */
  reload: () => Promise<void>;
}

function cartWords(returned: number): string {
  if (returned === 0) return '';
  return ` ${pluralize(returned, 'item')} ${returned === 1 ? 'is' : 'are'} in your cart again.`;
}

/** Undoes or cancels an order; ignores further clicks while it runs. */
export function useEndOrder({ order: before, token, onEnded, reload }: Parts) {
  const options = { context: { headers: tokenHeaders(token) }, fetchPolicy: 'no-cache' } as const;
  const [undoOrder, undoing] = useMutation(UndoOrderDocument, options);
  const [cancelOrder, cancelling] = useMutation(CancelOrderDocument, options);
  const [failure, setFailure] = useState<string>();
  const isBusy = undoing.loading || cancelling.loading;

  async function run(send: () => Promise<Omit<EndedOrder, 'words'> | undefined>): Promise<void> {
    if (isBusy) return;
    setFailure(undefined);
    try {
      const { order, returnedToCart } = requireData(await send());
      const words = moneyOfCancelled(order, before.refundedTotal.amount) + cartWords(returnedToCart);
      onEnded({ order, returnedToCart, words });
    } catch (error) {
      setFailure(serverMessage(error, `${noAnswer} Look at the order again before you press once more.`));
      void reload();
    }
  }

  const variables = { input: { number: before.number } };
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
