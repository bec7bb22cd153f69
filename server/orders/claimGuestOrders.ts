import { authorize, signedInIfPossible } from '../auth/authorize';
import type { Context } from '../context';
import { ForbiddenError } from '../errors';
import { parseInput } from '../graphql/input';
import { provenEmail } from '../users/provenEmail';
import { requireEmail } from '../users/resolvePerson';
import type { OrderDocument } from './orderDocument';
import { claimGuestOrdersInput } from './orders.input';

/** Per call; the next one continues with the rest. */
const maxPerCall = 500;
const batchSize = 50;
/** The count stops here. */
export const claimableLimit = 100;

/** Assigns guest orders under the viewer's e-mail to the viewer and invalidates their guest links. Returns how many. */
export async function claimGuestOrders(context: Context, input: unknown): Promise<number> {
  const signedIn = await authorize(context, 'claimGuestOrders');
  const email = requireEmail(parseInput(claimGuestOrdersInput, input).email);
  if (email !== provenEmail(signedIn)) throw new ForbiddenError('Verify your e-mail address first.');
  const { uid } = signedIn.viewer;
  const { orders } = context.repositories;
  let claimed = 0;
  for (let tried = 0; tried < maxPerCall; tried += batchSize) {
    const found = await orders.findOfGuest(email, batchSize);
    for (const order of found) if (await claimOrder(context, order, uid)) claimed += 1;
    if (found.length < batchSize) break;
  }
  return claimed;
}

/**
 * Related records move along, so that the person can read them and they are deleted with the account. The order comes
 * last: until then the next claim repeats all of it. The second outbox claim covers messages queued between the first
 * one and the change.
 */
async function claimOrder({ repositories }: Context, order: OrderDocument, uid: string): Promise<boolean> {
  const { orders, outbox, checkouts } = repositories;
  await outbox.claim(order._id, uid);
  await checkouts.claim(order.checkout, uid);
  if (!(await orders.change(order, { buyerUid: uid, tokenHash: null }))) return false;
  await outbox.claim(order._id, uid);
  return true;
}

export async function countClaimable(context: Context): Promise<number> {
  const signedIn = await signedInIfPossible(context);
  const email = signedIn && provenEmail(signedIn);
  return email === null ? 0 : context.repositories.orders.countOfGuest(email, claimableLimit);
}
