import { authorize } from '../auth/authorize';
import type { Context } from '../context';
import { ConflictError } from '../errors';
import { parseInput } from '../graphql/input';
import { dollars } from '../pricing/dollars';
import { submitCheckoutInput } from './checkout.input';
import type { CheckoutDocument } from './checkouts.repository';
import { holdMs } from './driveCheckout';
import { drive, findCheckout, sagaOf } from './findCheckout';
import { payAgain } from './payAgain';
import { freeze, quoteCheckout, type CheckoutProblem, type Quote } from './quote';

/** What one caller may hold at a time, so that nobody empties the shop by looking (ruling 12 of buying). */
const maxHeldPieces = 100;
const maxHeldCheckouts = 3;

export interface SubmittedCheckout {
  readonly checkout: CheckoutDocument;
  /** Why nothing was held or charged; empty where the payment can be made. */
  readonly problems: CheckoutProblem[];
}

/** 'Place order': holds the pieces at the total that the shopper saw, and opens a payment. Repeated, it goes on. */
export async function submitCheckout(context: Context, input: unknown): Promise<SubmittedCheckout> {
  await authorize(context, 'submitCheckout');
  const { id, expectedTotal } = parseInput(submitCheckoutInput, input);
  const checkout = await findCheckout(context, id);
  if (checkout.status === 'READY') return { checkout: await payAgain(sagaOf(context), checkout), problems: [] };
  if (checkout.status === 'EXPIRED') throw new ConflictError('This checkout is over. Start it again.', 'id');
  if (checkout.status !== 'OPEN') return { checkout: await drive(context, checkout), problems: [] };
  const quote = await quoteCheckout(context, checkout);
  // A line that needs an answer is in no total: it is told first.
  const problems = quote.problems.length > 0 ? quote.problems : totalProblems(quote, expectedTotal);
  if (problems.length > 0) return { checkout, problems };
  const pieces = quote.lines.reduce((sum, { quantity }) => sum + quantity, 0);
  await requireRoom(context, checkout, pieces);
  const now = context.now();
  const held = await context.repositories.checkouts.change(checkout, {
    status: 'HOLDING',
    frozen: freeze(quote),
    shippingMethodId: quote.method?.id ?? null,
    heldUntil: new Date(now.getTime() + holdMs),
    short: [],
    dueAt: now,
  });
  const submitted = await drive(context, held ?? checkout);
  if (submitted.status !== 'OPEN') return { checkout: submitted, problems: [] };
  return { checkout: submitted, problems: (await quoteCheckout(context, submitted)).problems };
}

function totalProblems({ totals }: Quote, expectedTotal: number): CheckoutProblem[] {
  if (totals.totalCents === expectedTotal) return [];
  const message = `Total changed from ${dollars(expectedTotal)} to ${dollars(totals.totalCents)}`;
  return [{ code: 'TOTAL_CHANGED', message, line: null, field: 'expectedTotal' }];
}

async function requireRoom(context: Context, { caller, _id }: CheckoutDocument, pieces: number): Promise<void> {
  const held = await context.repositories.checkouts.heldBy(caller, context.now(), maxHeldCheckouts + 1);
  const others = held.filter((each) => each._id !== _id);
  const count = others
    .flatMap(({ frozen }) => frozen?.lines ?? [])
    .reduce((sum, { quantity }) => sum + quantity, pieces);
  if (pieces > maxHeldPieces)
    throw new ConflictError(`At most ${maxHeldPieces} pieces can be ordered at once. Please contact us for more.`);
  if (others.length >= maxHeldCheckouts || count > maxHeldPieces)
    throw new ConflictError('You have other purchases under way. Finish or cancel one of them first.');
}
