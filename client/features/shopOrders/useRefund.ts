import { useMutation } from '@apollo/client/react';
import { useState } from 'react';
import { RefundOrderDocument } from '../../__generated__/lazyOperations';
import { formatCents } from '../../lib/money';
import { toast } from '../../ui/toast';
import { extraOf, isRefundTyped, noRefund, toRefundInput } from './refund';
import type { ShopOrder } from './shopOrder';
import { useOrderChange } from './useOrderChange';
import { useRefundPreview } from './useRefundPreview';
import type { OrderAccess } from './useShopOrder';

interface Parts extends OrderAccess {
  order: ShopOrder;
  onRefunded: () => void;
}

/** The refund being typed; the input is kept until it has succeeded. */
export function useRefund({ order, onRefunded, ...access }: Parts) {
  const [values, setValues] = useState(noRefund);
  const { run, isBusy, failure, whileIdle } = useOrderChange(access);
  const [refundOrder] = useMutation(RefundOrderDocument);
  const { preview, shown, refusal } = useRefundPreview(order, values);

  async function refund(): Promise<void> {
    if (!preview) return;
    const refunded = await run(
      [order.number, values],
      toRefundInput(order, values),
      async (options) => (await refundOrder(options)).data?.refundOrder,
    );
    if (!refunded) return;
    setValues(noRefund);
    const made = refunded.order.refunds.at(-1);
    const amount = formatCents(preview.amount.amount);
    // The answer to an earlier try is of then: what became of its refund is known from the order alone.
    if (refunded.wasDone) toast('The first try had arrived: its refund is listed, and not made twice', 'success');
    else if (made?.status === 'FAILED') toast(`${amount} could not be given back`, 'error');
    else toast(made?.status === 'PENDING' ? `${amount} is on its way back` : `Refunded ${amount}`, 'success');
    onRefunded();
  }

  return {
    values,
    set: whileIdle((more: Partial<typeof values>) => setValues({ ...values, ...more })),
    isDirty: isRefundTyped(values),
    preview,
    shown,
    refusal: extraOf(values) === undefined ? unreadable : refusal,
    refund,
    isBusy,
    failure,
  };
}

const unreadable = { sentence: 'The amount must be dollars and cents, such as 4.99 or 1,299.00', field: 'amount' };
