import { authorize } from '../auth/authorize';
import type { Context } from '../context';
import { ConflictError, NotFoundError } from '../errors';
import { parseInput } from '../graphql/input';
import { nextDueAt } from '../orders/driveOrder';
import type { OrderDocument, StoredFulfillment } from '../orders/orderDocument';
import { withEvents } from '../orders/orderEvents';
import { activeFulfillments } from '../orders/orderPieces';
import { executeOrderCommand } from './executeOrderCommand';
import { shopEvent } from './shopEvent';
import { correctionInput } from './shopOrders.input';

/** Each one sends a mail to the buyer. */
const maximumCorrections = 20;
/** Delay of the mail, so that correcting a second mistake does not send two. */
const messageAfterMs = 10_000;

/** Corrects carrier and tracking number of a shipment. */
export async function updateFulfillment(context: Context, input: unknown): Promise<OrderDocument> {
  const { viewer } = await authorize(context, 'updateFulfillment');
  const { number, id, version, ...correction } = parseInput(correctionInput, input);
  const isCorrected = ({ carrier, trackingNumber }: StoredFulfillment) =>
    carrier === correction.carrier && trackingNumber === correction.trackingNumber;
  return executeOrderCommand(context, viewer.uid, {
    ...{ kind: 'CORRECT_SHIPMENT', number, version },
    isApplied: (order) => activeFulfillments(order).some((each) => each.id === id && isCorrected(each)),
    changesOf(order) {
      const before = requireCorrectable(order, id);
      return (['carrier', 'trackingNumber'] as const)
        .filter((field) => before[field] !== correction[field])
        .map((field) => ({ field, before: before[field], after: correction[field] }));
    },
    apply(order) {
      const before = requireCorrectable(order, id);
      const soon = new Date(context.now().getTime() + messageAfterMs);
      const corrected: StoredFulfillment = {
        ...{ ...before, ...correction, corrections: (before.corrections ?? 0) + 1, step: 'message' },
        messageAfter: before.undoUntil > soon ? before.undoUntil : soon,
      };
      const text = [correction.carrier, correction.trackingNumber].filter((part) => part !== null).join(', ');
      return context.repositories.orders.change(order, {
        fulfillments: (order.fulfillments ?? []).map((each) => (each.id === id ? corrected : each)),
        timeline: withEvents(order, shopEvent(context, viewer.uid, { kind: 'SHIPMENT_CORRECTED', text })),
        dueAt: nextDueAt(context),
      });
    },
  });
}

function requireCorrectable(order: OrderDocument, id: string): StoredFulfillment {
  const fulfillment = activeFulfillments(order).find((each) => each.id === id);
  if (!fulfillment) throw new NotFoundError('There is no such shipment.', 'id');
  if (fulfillment.deliveredAt !== null) throw new ConflictError('It was delivered.', 'id');
  if ((fulfillment.corrections ?? 0) >= maximumCorrections)
    throw new ConflictError(`A shipment is corrected at most ${maximumCorrections} times.`, 'id');
  return fulfillment;
}
