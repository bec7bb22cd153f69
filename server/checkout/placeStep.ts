import type { CheckoutDocument } from './checkouts.repository';
import { holdKey } from './holdKey';
import { newOrderNumber } from './orderNumber';
import { placeOrder } from './placeOrder';
import type { SagaParts } from './sagaParts';
import { goOn, keptUntil, linesOf, wait, type Step } from './steps';

/** Sells the pieces, stores the order and removes from the cart exactly what was bought; each may be repeated. */
export async function place(parts: SagaParts, checkout: CheckoutDocument): Promise<Step> {
  const { repositories, now, beforeStep } = parts;
  const { _id, orderNumber, frozen } = checkout;
  for (const { productId, quantity } of linesOf(checkout)) {
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
  if (!(await placeOrder(parts, checkout))) return goOn({ orderNumber: newOrderNumber() });
  await beforeStep?.('entries');
  await repositories.store.deleteMany((frozen?.lines ?? []).flatMap(({ entryIds }) => entryIds));
  return wait({ status: 'PLACED', heldUntil: null, dueAt: null, expiresAt: keptUntil(parts) });
}
