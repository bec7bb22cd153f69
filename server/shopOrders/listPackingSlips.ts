import { authorize } from '../auth/authorize';
import type { Context } from '../context';
import { NotFoundError } from '../errors';
import { parseInput } from '../graphql/input';
import type { OrderDocument } from '../orders/orderDocument';
import { findTyped } from '../orders/orderNumber';
import { packingSlipsInput } from './shopOrders.input';

/** In the order of the numbers; an unknown one is an error, so that no parcel is missed. */
export async function listPackingSlips(context: Context, input: unknown): Promise<OrderDocument[]> {
  await authorize(context, 'packingSlips');
  const { numbers } = parseInput(packingSlipsInput, input);
  return Promise.all(
    numbers.map(async (number) => {
      const order = await findTyped(context.repositories, number);
      if (!order) throw new NotFoundError(`There is no order ${number}.`, 'numbers');
      return order;
    }),
  );
}
