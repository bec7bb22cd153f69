import type { ObjectId } from 'mongodb';
import type { SoldOrder } from './orders.repository';

/** Pieces sold per product id, before any order. */
export const noneSold = (ids: readonly ObjectId[]): Map<string, number> =>
  new Map(ids.map((id) => [id.toHexString(), 0]));

/** Adds the pieces of an order that is not cancelled to the products that are counted. */
export function addSoldPieces(sold: Map<string, number>, { lines, refunds = [] }: SoldOrder): void {
  const notSent = refunds.filter(({ step }) => step !== 'refused').flatMap((refund) => refund.lines);
  for (const [index, { productId, quantity }] of lines.entries()) {
    const hex = productId?.toHexString() ?? '';
    const before = sold.get(hex);
    if (before === undefined) continue;
    const cancelled = notSent.filter(({ line }) => line === index).reduce((sum, { open }) => sum + open, 0);
    sold.set(hex, before + quantity - cancelled);
  }
}
