import type { ObjectId } from 'mongodb';
import type { Repositories } from '../collections/repositories';
import { testTime } from './contexts';

/** The stock movements of a purchase of so many pieces. */
export async function sellPieces({ stock }: Repositories, productId: ObjectId, quantity: number): Promise<void> {
  const checkout = 'checkout';
  await stock.hold(productId, { checkout, quantity, until: new Date(testTime.getTime() + 15 * 60_000) });
  await stock.keep(
    productId,
    { checkout, quantity },
    {
      ...{ _id: `${checkout}:0`, productId, delta: -quantity, reason: 'SALE', byUid: null },
      ...{ order: 'K-0000-0000', at: testTime },
    },
  );
}
