import { authorize, signedInIfPossible } from '../auth/authorize';
import type { Context, SignedIn } from '../context';
import { ForbiddenError } from '../errors';
import { parseInput } from '../graphql/input';
import { requireEmail } from '../users/resolvePerson';
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
  const { orders } = context.repositories;
  let claimed = 0;
  for (let tried = 0; tried < mostAtOnce; tried += batch) {
    const found = await orders.findOfGuest(email, batch);
    for (const order of found)
      if (await orders.change(order, { buyerUid: signedIn.viewer.uid, tokenHash: null })) claimed += 1;
    if (found.length < batch) break;
  }
  return claimed;
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
