import { useApolloClient, useMutation } from '@apollo/client/react';
import { useState } from 'react';
import { CancelShopOrderDocument, RefundPreviewDocument } from '../../__generated__/lazyOperations';
import { toast } from '../../ui/toast';
import { describeCancellation } from './describeCancellation';
import type { ShopOrder } from './shopOrder';
import { useOrderChange } from './useOrderChange';
import type { OrderAccess } from './useShopOrder';

interface Parts extends OrderAccess {
  order: ShopOrder;
  onCancelled: () => void;
}

/** Cancels an unshipped order, else its unshipped part, after a confirmation. */
export function useCancellation({ order, onCancelled, ...access }: Parts) {
  const client = useApolloClient();
  const [detail, setDetail] = useState<string>();
  const { run, isBusy, failure } = useOrderChange(access);
  const [cancelOrder] = useMutation(CancelShopOrderDocument);
  const { number, version, lines, fulfillmentStatus, refundable } = order;

  /** In cents, as the server calculates it; undefined if it does not respond. */
  async function amountOfRest(): Promise<number | undefined> {
    // Fully refunded: nothing to calculate.
    if (refundable?.amount === 0) return 0;
    const open = lines.filter(({ openQuantity }) => openQuantity > 0);
    const input = { number, lines: open.map(({ id, openQuantity }) => ({ id, quantity: openQuantity })) };
    const options = { query: RefundPreviewDocument, variables: { input }, fetchPolicy: 'no-cache' } as const;
    const answer = await client.query(options).catch(() => undefined);
    const amount = answer?.data?.refundPreview?.amount.amount;
    return amount === undefined ? undefined : Math.min(amount, refundable?.amount ?? amount);
  }

  return {
    ask: async (): Promise<void> => {
      const rest = fulfillmentStatus === 'PARTIALLY_FULFILLED' ? await amountOfRest() : undefined;
      setDetail(describeCancellation(order, rest));
    },
    /** While the preview loads. */
    detail,
    close: () => setDetail(undefined),
    cancel: async (): Promise<void> => {
      setDetail(undefined);
      const input = { number, version };
      const done = await run(input, input, async (options) => (await cancelOrder(options)).data?.cancelShopOrder);
      if (!done) return;
      toast('The order is cancelled', 'success');
      onCancelled();
    },
    isBusy,
    failure,
  };
}
