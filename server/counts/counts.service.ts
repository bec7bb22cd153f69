import { authorize } from '../auth/authorize';
import type { Context } from '../context';

export async function getCounts(context: Context): Promise<{ users: number; products: number; orders: number }> {
  await authorize(context, 'counts');
  const { repositories } = context;
  const [users, products, orders] = await Promise.all([
    repositories.users.countAll(),
    repositories.products.countAll(),
    repositories.orders.countAll(),
  ]);
  return { users, products, orders };
}
