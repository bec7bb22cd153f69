import { authorize } from '../auth/authorize';
import type { Context } from '../context';
import { newId } from '../database/newId';
import { ConflictError } from '../errors';
import { parseLists } from '../graphql/input';
import { nextDueAt } from '../orders/driveOrder';
import type { LinePieces, OrderDocument, StoredFulfillment } from '../orders/orderDocument';
import { withEvents } from '../orders/orderEvents';
import { countPieces, statusAfter } from '../orders/orderPieces';
import { formatPieces } from '../text/formatPieces';
import { orderDepsOf } from '../orders/orders.service';
import type { OrderChange } from '../orders/orders.repository';
import { maximumRecords } from '../orders/shopCancellation';
import { captureForAdmin } from './captureForAdmin';
import { executeOrderCommand } from './executeOrderCommand';
import { shopEvent } from './shopEvent';
import { captureFailed, isPaid, planShipment } from './planShipment';
import { fulfillmentInput, type WantedLines } from './shopOrders.input';

/** The undo window of a shipment; its message is sent after it. */
export const undoMs = 10_000;

export interface FulfillmentResult {
  readonly order: OrderDocument;
  readonly fulfillmentId: string;
}

/** Ships some or all pieces, after capturing what is authorized. */
export async function createFulfillment(context: Context, input: unknown): Promise<FulfillmentResult> {
  const { viewer } = await authorize(context, 'createFulfillment');
  const wanted = parseLists(fulfillmentInput, input);
  return ship(context, viewer.uid, { ...wanted, id: newId(context).toHexString() });
}

export const later = ({ now }: Context, ms: number): Date => new Date(now().getTime() + ms);

interface WantedShipment {
  readonly id: string;
  readonly number: string;
  readonly lines: WantedLines | null;
  readonly carrier: string | null;
  readonly trackingNumber: string | null;
  readonly version: number | null;
  /** The caller drives the order; if it crashes, the sweeper does so after this time. 0: no message is queued to wait for. */
  readonly waitsMs?: number;
}

export async function ship(context: Context, byUid: string, wanted: WantedShipment): Promise<FulfillmentResult> {
  const { id, number, version, carrier, trackingNumber, waitsMs = 0 } = wanted;
  const deps = orderDepsOf(context);
  const plan = (order: OrderDocument) => {
    if ((order.fulfillments?.length ?? 0) >= maximumRecords)
      throw new ConflictError(`An order has at most ${maximumRecords} shipments.`, 'lines');
    return planShipment(deps, order, wanted.lines);
  };
  const order = await executeOrderCommand(context, byUid, {
    ...{ kind: 'SHIP_ORDER', number, version, isDeferred: waitsMs > 0 },
    isApplied: ({ fulfillments = [] }) => fulfillments.some((each) => each.id === id),
    changesOf: (before) => [
      { field: 'pieces', before: null, after: String(countPieces(plan(before))) },
      { field: 'carrier', before: null, after: carrier },
      { field: 'trackingNumber', before: null, after: trackingNumber },
    ],
    async apply(before) {
      // Checked before the capture: it may have been cancelled meanwhile.
      plan(before);
      const paid = isPaid(before) ? before : await captureForAdmin(context, before, byUid);
      if (!paid) return null;
      if (!isPaid(paid)) throw captureFailed();
      return deps.repositories.orders.change(paid, shipmentOf(context, paid, { wanted, byUid, lines: plan(paid) }));
    },
  });
  return { order, fulfillmentId: id };
}

interface NewShipment {
  readonly wanted: WantedShipment;
  readonly byUid: string;
  readonly lines: readonly LinePieces[];
}

function shipmentOf(context: Context, order: OrderDocument, { wanted, byUid, lines }: NewShipment): OrderChange {
  const { id, carrier, trackingNumber, waitsMs = 0 } = wanted;
  const parcel = { id, lines, carrier, trackingNumber, shippedAt: context.now(), deliveredAt: null };
  const undoUntil = later(context, undoMs + waitsMs);
  const fulfillment: StoredFulfillment = { ...parcel, undoUntil, byUid, step: 'message' };
  const fulfillments = [...(order.fulfillments ?? []), fulfillment];
  const text = [formatPieces(countPieces(lines)), carrier, trackingNumber].filter((part) => part !== null);
  return {
    fulfillments,
    status: statusAfter({ ...order, fulfillments }),
    timeline: withEvents(order, shopEvent(context, byUid, { kind: 'SHIPPED', text: text.join(', ') })),
    dueAt: waitsMs > 0 ? later(context, waitsMs) : nextDueAt(context),
  };
}
