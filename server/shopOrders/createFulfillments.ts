import { authorize } from '../auth/authorize';
import type { Context } from '../context';
import { mapByKey } from '../database/mapByKey';
import { newId } from '../database/newId';
import { parseInput } from '../graphql/input';
import { noRefusal, refusalOfOne, type ResultOfOne } from '../graphql/refusalOfOne';
import { driveOrLeave, dueLater } from '../orders/driveOrder';
import type { OrderDocument, StoredFulfillment } from '../orders/orderDocument';
import { orderNumberIn } from '../orders/orderNumber';
import { orderPartsOf } from '../orders/orders.service';
import { later, ship, undoMs, type FulfillmentResult } from './createFulfillment';
import { fulfillmentsInput } from './shopOrders.input';

/** No call of many takes as long, with the money of each to be taken before. */
const longestCallMs = 60_000;
/** Until the answer leaves, of each of them. */
const answerMsForEach = 20;
/** Each lost try means that somebody else has changed the order just now. */
const triesAtOnce = 10;

export interface BulkFulfillmentResult extends ResultOfOne {
  readonly number: string;
  readonly order: OrderDocument | null;
  readonly fulfillmentId: string | null;
}

/** All that is left of each order leaves; one that is refused, or fails, does not stop the others. */
export async function createFulfillments(context: Context, input: unknown): Promise<BulkFulfillmentResult[]> {
  const { viewer } = await authorize(context, 'createFulfillments');
  const { numbers, carrier } = parseInput(fulfillmentsInput, input);
  const others = { lines: null, carrier, trackingNumber: null, version: null, waitsMs: longestCallMs };
  // Made for every order, whatever becomes of it, so that a retry gives each the same one again.
  const numbered = numbers.map((number) => ({ number, id: newId(context).toHexString() }));
  const byNumber = ({ number }: { readonly number: string }) => orderNumberIn(number);
  const results = await mapByKey(numbered, byNumber, async ({ number, id }): Promise<BulkFulfillmentResult> => {
    try {
      return { number, ...noRefusal, ...(await ship(context, viewer.uid, { ...others, number, id })) };
    } catch (error) {
      return { number, order: null, fulfillmentId: null, ...refusalOfOne(context, error) };
    }
  });
  const undoEnds = later(context, undoMs + answerMsForEach * numbers.length);
  return mapByKey(results, byNumber, async (result) => {
    const { order, fulfillmentId } = result;
    if (order === null || fulfillmentId === null) return result;
    return { ...result, order: await beginUndo(context, { order, fulfillmentId }, undoEnds) };
  });
}

/** The seconds in which a shipment can be undone begin once all are sent: the first one has as many as the last one. */
async function beginUndo(
  context: Context,
  { order: sent, fulfillmentId }: FulfillmentResult,
  undoEnds: Date,
): Promise<OrderDocument> {
  const parts = orderPartsOf(context);
  const { orders } = parts.repositories;
  let order = sent;
  try {
    for (let tries = 0; tries < triesAtOnce; tries += 1) {
      const before = order.fulfillments ?? [];
      const fulfillments = before.map((each) =>
        each.id === fulfillmentId && isUnannounced(each, undoEnds) ? { ...each, undoUntil: undoEnds } : each,
      );
      const hasBegun = fulfillments.every((each, index) => each === before[index]);
      const changed = hasBegun ? order : await orders.change(order, { fulfillments, dueAt: dueLater(context) });
      if (changed) return await driveOrLeave(parts, changed);
      order = (await orders.find(order._id)) ?? order;
    }
  } catch (error) {
    // It is sent all the same, and its message leaves later than it might.
    context.log.warn({ order: order._id, err: error }, 'a shipment can be undone for longer');
  }
  return order;
}

/** Of what is queued, the message says when it leaves. */
const isUnannounced = ({ step, undoUntil }: StoredFulfillment, undoEnds: Date): boolean =>
  step === 'message' && undoUntil > undoEnds;
