import { authorize, signedInIfPossible } from '../auth/authorize';
import type { Context, SignedIn } from '../context';
import { ForbiddenError } from '../errors';
import { parseInput } from '../graphql/input';
import { requireEmail } from '../users/resolvePerson';
import type { OrderDocument } from './orderDocument';
import { claimGuestOrdersInput } from './orders.input';

/** Of one call; the next one takes the rest. */
const mostAtOnce = 500;
const batch = 50;
/** More are not counted. */
export const claimableLimit = 100;

/** What guests have bought under the viewer's e-mail becomes theirs; the guests' links to it end. Answers how many. */
export async function claimGuestOrders(context: Context, input: unknown): Promise<number> {
  const signedIn = await authorize(context, 'claimGuestOrders');
  const email = requireEmail(parseInput(claimGuestOrdersInput, input).email);
  if (email !== provenEmail(signedIn)) throw new ForbiddenError('Verify your e-mail address first.');
  const { uid } = signedIn.viewer;
  const { orders } = context.repositories;
  let claimed = 0;
  for (let tried = 0; tried < mostAtOnce; tried += batch) {
    const found = await orders.findOfGuest(email, batch);
    for (const order of found) if (await claimOrder(context, order, uid)) claimed += 1;
    if (found.length < batch) break;
  }
  return claimed;
}

/**
 * With what goes with it, which is the person's to read and goes with their account. The order last: until then the next claim does all of it
 * again. What was queued between the two reads of the outbox is claimed behind it.
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

/** Anybody can register under an e-mail that is not theirs. null: it is not proven. */
function provenEmail({ viewer, record }: SignedIn): string | null {
  if (viewer.emailVerified) return viewer.email;
  return record?.emailVerified === true ? (record.email ?? null) : null;
}
