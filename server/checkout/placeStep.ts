import { queueMessage } from '../mail/queueMessage';
import type { CheckoutDocument } from './checkouts.repository';
import { holdKey } from './holdKey';
import { newOrderNumber } from '../orders/orderNumber';
import { placeOrder } from './placeOrder';
import type { SagaDeps } from './sagaDeps';
import { continueWith, frozenLines, unheld, wait, withoutSecret, type Step } from './steps';

/** Consumes the holds, stores the order, queues its confirmation and removes the bought cart entries; each is idempotent. */
export async function place(deps: SagaDeps, checkout: CheckoutDocument): Promise<Step> {
  const { repositories, now, beforeStep } = deps;
  const { _id, orderNumber, frozen } = checkout;
  for (const { productId, quantity } of frozenLines(checkout)) {
    const movement = {
      _id: `sale:${_id}:${productId.toHexString()}`,
      productId,
      delta: -quantity,
      reason: 'SALE' as const,
      byUid: null,
      order: orderNumber,
      at: now(),
    };
    await repositories.stock.keep(productId, { checkout: holdKey(checkout), quantity }, movement);
  }
  await beforeStep?.('order');
  if (!(await placeOrder(deps, checkout))) return continueWith({ orderNumber: newOrderNumber() });
  await beforeStep?.('message');
  await confirm(deps, checkout);
  await beforeStep?.('entries');
  await repositories.store.deleteMany((frozen?.lines ?? []).flatMap(({ entryIds }) => entryIds));
  return wait({
    status: 'PLACED',
    ...unheld,
    dueAt: null,
    ...withoutSecret(checkout),
  });
}

/** Keyed by the order's number, so that it is queued once. */
async function confirm(deps: SagaDeps, { orderNumber, email, buyerUid }: CheckoutDocument): Promise<void> {
  if (email === null) throw new Error('The checkout is not complete.');
  const content = { kind: 'ORDER_CONFIRMATION' } as const;
  await queueMessage(deps, { content, order: orderNumber, recipient: email, buyerUid });
}
