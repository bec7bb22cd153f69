import { createHash, timingSafeEqual } from 'node:crypto';
import { authorize, signedInIfPossible } from '../auth/authorize';
import type { Context } from '../context';
import { NotFoundError } from '../errors';
import type { OrderDocument } from './orders.repository';

/** Of its buyer, or of whoever shows its token; unknown, another's and a wrong token are one answer. */
export async function findOrder(context: Context, number: string, token: string | null): Promise<OrderDocument> {
  await authorize(context, 'order');
  const order = await context.repositories.orders.find(number.toUpperCase());
  if (!order?.payment || !(await mayRead(context, order, token ?? context.checkoutToken)))
    throw new NotFoundError('There is no such order.', 'number');
  return order;
}

async function mayRead(context: Context, { buyerUid, tokenHash }: OrderDocument, token: string | null) {
  if (buyerUid !== null) return (await signedInIfPossible(context))?.viewer.uid === buyerUid;
  if (tokenHash === null || token === null) return false;
  const [known, given] = [Buffer.from(tokenHash), Buffer.from(createHash('sha256').update(token).digest('base64url'))];
  return known.length === given.length && timingSafeEqual(known, given);
}
