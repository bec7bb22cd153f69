import type { LinePieces, OrderDocument, StoredFulfillment, StoredRefund } from './orderDocument';

type Pieces = Pick<OrderDocument, 'lines' | 'status' | 'fulfillments' | 'refunds'>;

export const activeFulfillments = ({ fulfillments = [] }: Pick<OrderDocument, 'fulfillments'>) =>
  fulfillments.filter(({ undoneAt }) => undoneAt === undefined);

/** Except those that the provider has refused. */
export const activeRefunds = ({ refunds = [] }: Pick<OrderDocument, 'refunds'>) =>
  refunds.filter(({ step }) => step !== 'refused');

/** Sent by an older version, which recorded no shipments. */
const isLegacySent = ({ status, fulfillments }: Pieces): boolean =>
  fulfillments === undefined && (status === 'shipped' || status === 'delivered');

/** Those that have not failed. */
export const effectiveRefunds = ({ refunds = [] }: Pick<OrderDocument, 'refunds'>) =>
  activeRefunds({ refunds }).filter(({ failedAt }) => failedAt === undefined);

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);

const piecesIn = <T extends LinePieces>(of: readonly { readonly lines: readonly T[] }[], line: number) =>
  of.flatMap(({ lines }) => lines.filter((each) => each.line === line));

export function sentPieces(order: Pieces, line: number): number {
  if (isLegacySent(order)) return order.lines[line]?.quantity ?? 0;
  return sum(piecesIn(activeFulfillments(order), line).map(({ quantity }) => quantity));
}

/** Pieces still to be sent: without those refunded before they were sent, even if a shipment was undone since. */
export function openPieces(order: Pieces, line: number): number {
  if (order.status === 'cancelled') return 0;
  const sent = sentPieces(order, line);
  const given = sum(piecesIn(activeRefunds(order), line).map(({ open }) => open));
  return (order.lines[line]?.quantity ?? 0) - sent - Math.max(given, refundedPieces(order, line) - sent);
}

export const refundedPieces = (order: Pieces, line: number): number =>
  sum(piecesIn(activeRefunds(order), line).map(({ quantity }) => quantity));

/** Pieces restocked by refunds, or about to be. */
export const restockedPieces = (order: Pieces, line: number): number =>
  sum(piecesIn(ownRefunds(order).filter(isRestocked), line).map(({ quantity }) => quantity));

const isRestocked = ({ restock }: StoredRefund): boolean => restock;

/** A cancellation restocks its pieces in a step of its own. */
const ownRefunds = (order: Pieces) => activeRefunds(order).filter(({ kind }) => kind !== 'cancellation');

/** Pieces that a cancellation of the whole order restocks. */
export const unrefundedPieces = (order: Pieces, line: number): number =>
  (order.lines[line]?.quantity ?? 0) - sum(piecesIn(ownRefunds(order), line).map(({ quantity }) => quantity));

export const openLines = (order: Pieces): LinePieces[] =>
  order.lines.map((_, line) => ({ line, quantity: openPieces(order, line) })).filter(({ quantity }) => quantity > 0);

export const countPieces = (lines: readonly LinePieces[]): number => sum(lines.map(({ quantity }) => quantity));

/** Derived from what was sent and what is left to send. */
export function statusAfter(order: Pieces): OrderDocument['status'] {
  if (order.status === 'cancelled' || isLegacySent(order)) return order.status;
  const sent = activeFulfillments(order);
  if (sent.length === 0) return 'placed';
  if (openLines(order).length > 0) return 'partlyShipped';
  return sent.every(isDelivered) ? 'delivered' : 'shipped';
}

const isDelivered = ({ deliveredAt }: StoredFulfillment): boolean => deliveredAt !== null;

/** A line's id in the API. */
export const lineId = ({ productId, slug }: OrderDocument['lines'][number]): string => productId?.toHexString() ?? slug;
