import { BadInputError, ConflictError } from '../errors';
import { undoableUntil } from '../orders/endOrder';
import { lineId, openLines, openPieces } from '../orders/orderPieces';
import type { LinePieces, OrderDocument } from '../orders/orderDocument';
import type { OrderParts } from '../orders/orderParts';
import type { WantedLines } from './shopOrders.input';

const minuteMs = 60_000;

/** Of lines by their ids. */
export function piecesOf({ lines }: Pick<OrderDocument, 'lines'>, wanted: WantedLines): LinePieces[] {
  const places = new Map(lines.map((line, index) => [lineId(line), index]));
  return wanted.map(({ id, quantity }) => {
    const line = places.get(id);
    if (line === undefined) throw new BadInputError('This order has no such line.', 'lines');
    return { line, quantity };
  });
}

/** The pieces that are sent, all that are left where none are named. It refuses what cannot be sent. */
export function planShipment(
  parts: Pick<OrderParts, 'provider' | 'now'>,
  order: OrderDocument,
  wanted: WantedLines | null,
): readonly LinePieces[] {
  requireShippable(parts, order);
  const open = openLines(order);
  if (open.length === 0) throw new ConflictError('Nothing of it is left to ship.', 'lines');
  if (wanted === null) return open;
  if (wanted.length === 0) throw new BadInputError('Choose what is in the parcel.', 'lines');
  const pieces = piecesOf(order, wanted);
  for (const { line, quantity } of pieces) {
    const left = openPieces(order, line);
    if (quantity > left)
      throw new ConflictError(`Only ${left} of ${order.lines[line]?.name ?? ''} are left to ship.`, 'lines');
  }
  return pieces;
}

function requireShippable(parts: Pick<OrderParts, 'provider' | 'now'>, order: OrderDocument): void {
  const { status, payment } = order;
  if (status === 'cancelled') throw new ConflictError('It was cancelled.', 'number');
  if (payment.status === 'failed') throw captureFailed();
  if (payment.status === 'refunded') throw new ConflictError('All of its money went back.', 'number');
  requireUndoOver(parts, order);
  if (!isPaid(order)) requireProvider(parts, order);
}

/** What the shop has promised to its buyer: until then the purchase can be undone. */
export function requireUndoOver(parts: Pick<OrderParts, 'provider' | 'now'>, order: OrderDocument): void {
  const until = undoableUntil(parts, order);
  if (until === null) return;
  const minutes = Math.max(1, Math.ceil((until.getTime() - parts.now().getTime()) / minuteMs));
  const left = minutes === 1 ? 'one more minute' : `${minutes} more minutes`;
  throw new ConflictError(`Its buyer can undo the purchase for ${left}.`, 'number');
}

/** What was paid by another provider, or by none, is not ours to move. */
export function requireProvider({ provider }: Pick<OrderParts, 'provider'>, { payment }: OrderDocument): void {
  if (payment.provider !== provider.name || payment.id === '')
    throw new ConflictError('It was paid by another provider, or by none.', 'number');
}

export const isPaid = ({ payment: { status } }: OrderDocument): boolean =>
  status === 'paid' || status === 'partiallyRefunded';

export const captureFailed = () =>
  new ConflictError('Its money could not be taken. Try that again before anything is sent.', 'number');
