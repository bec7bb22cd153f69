import { authorize } from '../auth/authorize';
import type { Context } from '../context';
import { ConflictError } from '../errors';
import { parseInput } from '../graphql/input';
import { requirePayments } from '../payments/noProvider';
import { dollars } from '../pricing/dollars';
import { submitCheckoutInput } from './checkout.input';
import { finalStatuses, type CheckoutDocument } from './checkouts.repository';
import { holdMs, newLease } from './driveCheckout';
import { drive, findCheckout, sagaOf } from './findCheckout';
import { payAgain } from './payAgain';
import { freeze, quoteCheckout, type CheckoutProblem, type Quote } from './quote';

/** More cards than anyone has. */
const maxAttempts = 20;

export interface SubmittedCheckout {
  readonly checkout: CheckoutDocument;
  /** Why nothing was held or charged; empty: payment can proceed. */
  readonly problems: CheckoutProblem[];
}

/** 'Place order': holds the stock at the total that the shopper saw, and opens a payment. Repeatable. */
export async function submitCheckout(context: Context, input: unknown): Promise<SubmittedCheckout> {
  await authorize(context, 'submitCheckout');
  requirePayments(context.saga.provider);
  const { id, expectedTotal } = parseInput(submitCheckoutInput, input);
  const checkout = await findCheckout(context, id);
  if (checkout.status === 'EXPIRED') throw new ConflictError('This checkout is over. Start it again.', 'id');
  requireAttempt(checkout);
  if (checkout.status !== 'OPEN') return resumeCheckout(context, checkout, expectedTotal);
  const quote = await quoteCheckout(context, checkout);
  const problems = problemsOf(quote, expectedTotal);
  if (problems.length > 0) return { checkout, problems };
  const held = await hold(context, checkout, quote);
  if (!held) return resumeCheckout(context, await findCheckout(context, id), expectedTotal);
  const submitted = await drive(context, held);
  if (submitted.status !== 'OPEN') return { checkout: submitted, problems: [] };
  const reasons = problemsOf(await quoteCheckout(context, submitted), expectedTotal);
  if (reasons.length === 0)
    throw new ConflictError('You have other purchases under way. Finish or cancel one of them first.');
  return { checkout: submitted, problems: reasons };
}

/** Another tab may have submitted it: it is paid only at the total that this shopper saw. */
async function resumeCheckout(
  context: Context,
  checkout: CheckoutDocument,
  expectedTotal: number,
): Promise<SubmittedCheckout> {
  const { status, frozen } = checkout;
  const isToBePaid = status === 'HOLDING' || status === 'READY' || status === 'PAYING';
  const problems = isToBePaid && frozen ? totalProblems(frozen, expectedTotal) : [];
  if (problems.length > 0 || finalStatuses.includes(status)) return { checkout, problems };
  if (status === 'READY') return { checkout: await payAgain(sagaOf(context), checkout), problems };
  return { checkout: await drive(context, checkout), problems };
}

/** Takes the lease in the same write, so that no other process drives it in between. null: changed concurrently. */
function hold(context: Context, checkout: CheckoutDocument, quote: Quote): Promise<CheckoutDocument | null> {
  const now = context.now();
  return context.repositories.checkouts.change(checkout, {
    status: 'HOLDING',
    frozen: freeze(quote),
    shippingMethodId: quote.method?.id ?? null,
    submissions: checkout.submissions + 1,
    heldUntil: new Date(now.getTime() + holdMs),
    short: [],
    lease: newLease(sagaOf(context)),
    dueAt: now,
    expiresAt: null,
  });
}

/** Limits card testing with stolen numbers. */
function requireAttempt({ status, attempts }: CheckoutDocument): void {
  if ((status === 'OPEN' || status === 'READY') && attempts >= maxAttempts)
    throw new ConflictError('Too many payments of this checkout have failed. Start it again.', 'id');
}

/** Lines with a problem are not in the total, so their problems come first. */
const problemsOf = (quote: Quote, expectedTotal: number): CheckoutProblem[] =>
  quote.problems.length > 0 ? quote.problems : totalProblems(quote, expectedTotal);

function totalProblems({ totals }: Pick<Quote, 'totals'>, expectedTotal: number): CheckoutProblem[] {
  if (totals.totalCents === expectedTotal) return [];
  const message = `Total changed from ${dollars(expectedTotal)} to ${dollars(totals.totalCents)}`;
  return [{ code: 'TOTAL_CHANGED', message, line: null, field: 'expectedTotal' }];
}
