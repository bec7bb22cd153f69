import { authorize } from '../auth/authorize';
import type { Context } from '../context';
import { mapByKey } from '../database/mapByKey';
import { ConflictError, NotFoundError } from '../errors';
import { parseLists } from '../graphql/input';
import { itemSuccess, itemFailure } from '../graphql/itemFailure';
import { nextDueAt } from '../orders/driveOrder';
import type { OrderDocument, StoredFulfillment } from '../orders/orderDocument';
import { withEvents } from '../orders/orderEvents';
import { orderNumberIn } from '../orders/orderNumber';
import { countPieces, statusAfter } from '../orders/orderPieces';
import type { BulkFulfillmentResult } from './createFulfillments';
import { executeOrderCommand } from './executeOrderCommand';
import { shopEvent } from './shopEvent';
import { undoFulfillmentsInput } from './shopOrders.input';

/** Undoes shipments whose buyer was not notified yet; a rejected or failed one does not stop the others. */
export async function undoFulfillments(context: Context, input: unknown): Promise<BulkFulfillmentResult[]> {
  const { viewer } = await authorize(context, 'undoFulfillments');
  const { fulfillments } = parseLists(undoFulfillmentsInput, input);
  return mapByKey(
    fulfillments,
    ({ number }) => orderNumberIn(number),
    async ({ number, id }) => {
      try {
        return { number, fulfillmentId: id, order: await undo(context, viewer.uid, number, id), ...itemSuccess };
      } catch (error) {
        return { number, fulfillmentId: id, order: null, ...itemFailure(context, error) };
      }
    },
  );
}

const find = ({ fulfillments = [] }: OrderDocument, id: string) => fulfillments.find((each) => each.id === id);

function undo(context: Context, byUid: string, number: string, id: string): Promise<OrderDocument> {
  return executeOrderCommand(context, byUid, {
    ...{ kind: 'UNDO_SHIPMENT', number, version: null },
    isApplied: (order) => find(order, id)?.undoneAt !== undefined,
    changesOf: (order) => [
      { field: 'pieces', before: String(countPieces(requireUndoable(context, order, id).lines)), after: null },
    ],
    async apply(order) {
      const undone: StoredFulfillment = {
        ...requireUndoable(context, order, id),
        ...{ undoneAt: context.now(), step: 'withdrawal' },
      };
      const fulfillments = (order.fulfillments ?? []).map((each) => (each.id === id ? undone : each));
      const change = {
        fulfillments,
        status: statusAfter({ ...order, fulfillments }),
        timeline: withEvents(order, shopEvent(context, byUid, { kind: 'SHIPMENT_UNDONE' })),
        dueAt: nextDueAt(context),
      };
      return context.repositories.orders.change(order, change, id);
    },
  });
}

function requireUndoable({ now }: Context, order: OrderDocument, id: string): StoredFulfillment {
  const fulfillment = find(order, id);
  if (!fulfillment) throw new NotFoundError('There is no such shipment.', 'id');
  if (fulfillment.deliveredAt !== null) throw new ConflictError('It was delivered.', 'id');
  if (fulfillment.undoUntil <= now() || order.announced?.includes(id))
    throw new ConflictError('It cannot be undone any more: its message has left.', 'id');
  return fulfillment;
}
