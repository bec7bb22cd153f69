import type { Random } from '../collections/random';
import type { Context } from '../context';
import { ConflictError, isRefusal } from '../errors';
import { capturePayments } from '../orders/capturePayments';
import { tryToEnd } from '../orders/endOrder';
import type { OrderDeps } from '../orders/orderDeps';
import { lineId } from '../orders/orderPieces';
import { cancelShopOrder } from '../shopOrders/cancelShopOrder';
import { capturePayment } from '../shopOrders/capturePayment';
import { createFulfillment } from '../shopOrders/createFulfillment';
import { createFulfillments } from '../shopOrders/createFulfillments';
import { markDelivered, undoDelivery } from '../shopOrders/markDelivered';
import { refundOrder } from '../shopOrders/refundOrder';
import { undoFulfillments } from '../shopOrders/undoFulfillments';
import { updateFulfillment } from '../shopOrders/updateFulfillment';

interface Deps {
  readonly admin: Context;
  readonly orderDeps: OrderDeps;
  readonly number: string;
  readonly below: Random['below'];
}

/**
 * Runs one of the operations that admins, the buyer and the sweeper may do on an order. Resolves to its name, and
 * whether it was refused.
 */
export async function doAnyShopOrderWork(deps: Deps): Promise<string> {
  const works = await worksOf(deps);
  const [name, work] = works[deps.below(works.length)] ?? ['', () => Promise.resolve()];
  try {
    await work();
    return name;
  } catch (error) {
    // A late call is refused; any other failure is an error.
    if (isRefusal(error)) return `${name}: refused`;
    throw error;
  }
}

async function worksOf({ admin, orderDeps, number, below }: Deps) {
  const order = await orderDeps.repositories.orders.find(number);
  if (!order) throw new Error(`There is no order ${number}.`);
  const line = order.lines[below(order.lines.length)];
  const lines = [{ id: line ? lineId(line) : '', quantity: 1 + below(2) }];
  const fulfillments = (order.fulfillments ?? []).map(({ id }) => ({ number, id }));
  const works: readonly (readonly [name: string, work: () => Promise<unknown>])[] = [
    ['ship a part', () => createFulfillment(admin, { number, lines })],
    ['ship the rest', () => createFulfillment(admin, { number })],
    [
      'correct a shipment',
      () => updateFulfillment(admin, { number, id: fulfillments[0]?.id ?? 'none', carrier: `${below(3)}` }),
    ],
    ['deliver', () => markDelivered(admin, { number })],
    ['undo the delivery', () => undoDelivery(admin, { number })],
    ['cancel', () => cancelShopOrder(admin, { number })],
    ['refund pieces', () => refundOrder(admin, { number, lines, restock: below(2) === 0 })],
    ['refund shipping', () => refundOrder(admin, { number, shipping: true })],
    ['refund an amount', () => refundOrder(admin, { number, amount: 1 + below(order.totalCents) })],
    ['capture', () => capturePayment(admin, { number })],
    ['capture by the sweeper', () => capturePayments(orderDeps)],
    ['cancelled by its buyer', () => tryToEnd(orderDeps, order, 'cancel')],
    [
      'undo shipments',
      async () => {
        const undone = await undoFulfillments(admin, { fulfillments: [...fulfillments, { number, id: 'none' }] });
        undone.forEach(requireRefusal);
      },
    ],
    [
      'ship as one of many',
      async () => {
        const [result] = await createFulfillments(admin, { numbers: [number] });
        requireRefusal({ error: result?.error ?? null });
        if (result?.error !== null) throw new ConflictError(result?.error ?? '');
      },
    ],
  ];
  return works;
}

/** One of many orders may be refused, but must not fail. */
function requireRefusal({ error }: { readonly error: string | null }): void {
  if (/Internal server error|not available/.test(error ?? '')) throw new Error(error ?? '');
}
