import { BadInputError, ConflictError } from '../errors';
import { isPaidBy, undoableUntil } from '../orders/endOrder';
import { lineId, openLines, openPieces } from '../orders/orderPieces';
import type { LinePieces, OrderDocument } from '../orders/orderDocument';
import type { OrderDeps } from '../orders/orderDeps';
import type { WantedLines } from './shopOrders.input';

const minuteMs = 60_000;

/** By line ids. */
export function resolveLines({ lines }: Pick<OrderDocument, 'lines'>, wanted: WantedLines): LinePieces[] {
  const places = new Map(lines.map((line, index) => [lineId(line), index]));
  return wanted.map(({ id, quantity }, place) => {
    const line = places.get(id);
    if (line === undefined) throw new BadInputError('This order has no such line.', `lines.${place}.id`);
    return { line, quantity };
  });
}

/** The pieces to send: all that are left if none are given. Rejects what cannot be sent. */
export function planShipment(
  deps: Pick<OrderDeps, 'provider' | 'now'>,
  order: OrderDocument,
  wanted: WantedLines | null,
): readonly LinePieces[] {
  requireShippable(deps, order);
  const open = openLines(order);
  if (open.length === 0) throw new ConflictError('Nothing of this order is left to ship.', 'lines');
  if (wanted === null) return open;
  if (wanted.length === 0) throw new BadInputError('Choose what is in the parcel.', 'lines');
  const pieces = resolveLines(order, wanted);
  for (const [place, { line, quantity }] of pieces.entries()) {
    const left = openPieces(order, line);
    if (quantity > left)
      throw new ConflictError(
        `Only ${left} of ${order.lines[line]?.name ?? ''} are left to ship.`,
        `lines.${place}.quantity`,
      );
  }
  return pieces;
}

function requireShippable(deps: Pick<OrderDeps, 'provider' | 'now'>, order: OrderDocument): void {
  const { status, payment } = order;
  if (status === 'cancelled') throw new ConflictError('The order was cancelled.', 'number');
  if (payment.status === 'failed') throw captureFailed();
  if (payment.status === 'refunded') throw new ConflictError('The payment was refunded in full.', 'number');
  requireUndoOver(deps, order);
  if (!isPaid(order)) requireProvider(deps, order);
}

/** The buyer's undo window, which the shop has promised. */
export function requireUndoOver(deps: Pick<OrderDeps, 'provider' | 'now'>, order: OrderDocument): void {
  const until = undoableUntil(deps, order);
  if (until === null) return;
  const leftMs = until.getTime() - deps.now().getTime();
  const minutes = Math.max(1, Math.ceil(leftMs / minuteMs));
  const left = minutes === 1 ? 'one more minute' : `${minutes} more minutes`;
  throw new ConflictError(
    `Its buyer can undo the purchase for ${left}.`,
    'number',
    Math.max(1, Math.ceil(leftMs / 1_000)),
  );
}

/** Payments of another provider, or of none, cannot be captured here. */
export function requireProvider({ provider }: Pick<OrderDeps, 'provider'>, order: OrderDocument): void {
  if (!isPaidBy(provider, order)) throw new ConflictError('It was paid by another provider, or by none.', 'number');
}

export const isPaid = ({ payment: { status } }: OrderDocument): boolean =>
  status === 'paid' || status === 'partiallyRefunded';

export const captureFailed = () =>
  new ConflictError('The payment could not be captured. Try that again before anything is sent.', 'number');
