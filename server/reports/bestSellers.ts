import type { ObjectId } from 'mongodb';
import type { TakenOrder } from '../orders/findMoney';

export interface SoldProduct {
  readonly id: string;
  readonly productId: ObjectId | null;
  readonly name: string;
  readonly photo: string | null;
  readonly sold: number;
}

/** Pieces cancelled before they were sent (see addSoldPieces). */
const cancelledPieces = ({ refunds = [] }: TakenOrder, index: number): number =>
  refunds
    .filter(({ step }) => step !== 'refused')
    .flatMap(({ lines }) => lines.filter(({ line }) => line === index))
    .reduce((sum, { open }) => sum + open, 0);

/** Adds the pieces of an order; name and picture are from the latest one. */
export function addSold(products: Map<string, SoldProduct>, order: TakenOrder): void {
  if (order.status === 'cancelled') return;
  for (const [index, { productId, slug, name, photo, quantity }] of order.lines.entries()) {
    const id = productId?.toHexString() ?? slug;
    const sold = (products.get(id)?.sold ?? 0) + quantity - cancelledPieces(order, index);
    products.set(id, { id, productId, name, photo, sold });
  }
}

/** By pieces, descending, then by name. */
export const bestOf = (products: ReadonlyMap<string, SoldProduct>, most: number): SoldProduct[] =>
  [...products.values()]
    .filter(({ sold }) => sold > 0)
    .sort((one, other) => other.sold - one.sold || one.name.localeCompare(other.name) || (one.id < other.id ? -1 : 1))
    .slice(0, most);
