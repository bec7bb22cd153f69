import { authorize } from '../auth/authorize';
import type { Context } from '../context';
import { mapByKey } from '../database/mapByKey';
import { newId } from '../database/newId';
import { parseInput } from '../graphql/input';
import { itemSuccess, itemFailure, type ItemResult } from '../graphql/itemFailure';
import { tryDriveOrder, nextDueAt } from '../orders/driveOrder';
import type { OrderDocument, StoredFulfillment } from '../orders/orderDocument';
import { orderNumberIn } from '../orders/orderNumber';
import { orderDepsOf } from '../orders/orders.service';
import { later, ship, undoMs, type FulfillmentResult } from './createFulfillment';
import { fulfillmentsInput } from './shopOrders.input';

/** Upper bound of a bulk call, including the captures. */
export const maxCallMs = 60_000;
/** Budget per order until the response is sent. */
const answerMsForEach = 20;
/** Each failed try means a concurrent change. */
const maxTries = 10;

export interface BulkFulfillmentResult extends ItemResult {
  readonly number: string;
  readonly order: OrderDocument | null;
  readonly fulfillmentId: string | null;
}

/** Ships all that is left of each order; a rejected or failed one does not stop the others. */
export async function createFulfillments(context: Context, input: unknown): Promise<BulkFulfillmentResult[]> {
  const { viewer } = await authorize(context, 'createFulfillments');
  const { numbers, carrier } = parseInput(fulfillmentsInput, input);
  const others = { lines: null, carrier, trackingNumber: null, version: null, waitsMs: maxCallMs };
  // Ids are drawn for every order up front, so that a retry assigns each the same one.
  const numbered = numbers.map((number) => ({ number, id: newId(context).toHexString() }));
  const byNumber = ({ number }: { readonly number: string }) => orderNumberIn(number);
  const results = await mapByKey(numbered, byNumber, async ({ number, id }): Promise<BulkFulfillmentResult> => {
    try {
      return { number, ...itemSuccess, ...(await ship(context, viewer.uid, { ...others, number, id })) };
    } catch (error) {
      return { number, order: null, fulfillmentId: null, ...itemFailure(context, error) };
    }
  });
  const undoEnds = later(context, undoMs + answerMsForEach * numbers.length);
  return mapByKey(results, byNumber, async (result) => {
    const { order, fulfillmentId } = result;
    if (order === null || fulfillmentId === null) return result;
    return { ...result, order: await beginUndo(context, { order, fulfillmentId }, undoEnds) };
  });
}

/** The undo window starts once all are sent, so that it is equally long for all of them. */
async function beginUndo(
  context: Context,
  { order: sent, fulfillmentId }: FulfillmentResult,
  undoEnds: Date,
): Promise<OrderDocument> {
  const deps = orderDepsOf(context);
  const { orders } = deps.repositories;
  let order = sent;
  try {
    for (let tries = 0; tries < maxTries; tries += 1) {
      const before = order.fulfillments ?? [];
      const fulfillments = before.map((each) =>
        each.id === fulfillmentId && isUnannounced(each, undoEnds) ? { ...each, undoUntil: undoEnds } : each,
      );
      const hasBegun = fulfillments.every((each, index) => each === before[index]);
      const changed = hasBegun ? order : await orders.change(order, { fulfillments, dueAt: nextDueAt(context) });
      if (changed) return await tryDriveOrder(deps, changed);
      order = (await orders.find(order._id)) ?? order;
    }
  } catch (error) {
    // On failure it is sent all the same; its message is only sent later.
    context.log.warn({ order: order._id, err: error }, 'a shipment can be undone for longer');
  }
  return order;
}

/** A queued message already carries its send time. */
const isUnannounced = ({ step, undoUntil }: StoredFulfillment, undoEnds: Date): boolean =>
  step === 'message' && undoUntil > undoEnds;
