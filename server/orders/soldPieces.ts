import type { ObjectId } from 'mongodb';
import type { SoldOrder } from './orders.repository';

/** Pieces sold per product id, without cancelled orders. */
export function soldPieces(ids: readonly ObjectId[], orders: readonly SoldOrder[]): ReadonlyMap<string, number> {
  const sold = new Map<string, number>(ids.map((id) => [id.toHexString(), 0]));
  for (const { lines, refunds = [] } of orders) {
    const notSent = refunds.filter(({ step }) => step !== 'refused').flatMap((refund) => refund.lines);
    for (const [index, { productId, quantity }] of lines.entries()) {
      const hex = productId?.toHexString() ?? '';
      const before = sold.get(hex);
      if (before === undefined) continue;
      const cancelled = notSent.filter(({ line }) => line === index).reduce((sum, { open }) => sum + open, 0);
      sold.set(hex, before + quantity - cancelled);
    }
  }
  return sold;
}
