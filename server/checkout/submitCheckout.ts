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
import { fingerprintOf, type Offer } from './fingerprint';
import { payAgain } from './payAgain';
import { freeze, quoteCheckout, type CheckoutProblem, type Quote } from './quote';

/** More than anyone needs. The provider limits the cards that are tried on one attempt. */
const maxAttempts = 20;

/** What the shopper saw. */
interface Expected {
  readonly expectedTotal: number;
  /** null: not sent. */
  readonly expectedFingerprint: string | null;
}

export interface SubmittedCheckout {
  readonly checkout: CheckoutDocument;
  /** Why nothing was held or charged; empty: payment can proceed. */
  readonly problems: CheckoutProblem[];
}

/** 'Place order': holds what the shopper saw, at that total, and opens a payment. Repeatable. */
export async function submitCheckout(context: Context, input: unknown): Promise<SubmittedCheckout> {
  await authorize(context, 'submitCheckout');
  requirePayments(context.saga.provider);
  const { id, ...expected } = parseInput(submitCheckoutInput, input);
  const checkout = await findCheckout(context, id);
  if (checkout.status === 'EXPIRED') throw new ConflictError('This checkout is over. Start it again.', 'id');
  requireAttempt(checkout);
  if (checkout.status !== 'OPEN') return resumeCheckout(context, checkout, expected);
  const quote = await quoteCheckout(context, checkout);
  const problems = problemsOf(quote, expected);
  if (problems.length > 0) return { checkout, problems };
  const held = await hold(context, checkout, quote);
  if (!held) return resumeCheckout(context, await findCheckout(context, id), expected);
  const submitted = await drive(context, held);
  if (submitted.status !== 'OPEN') return { checkout: submitted, problems: [] };
  const reasons = problemsOf(await quoteCheckout(context, submitted), expected);
  if (reasons.length === 0)
    throw new ConflictError('You have other purchases under way. Finish or cancel one of them first.');
  return { checkout: submitted, problems: reasons };
}

/** Another tab may have submitted it: only what this shopper saw is paid. */
async function resumeCheckout(
  context: Context,
  checkout: CheckoutDocument,
  expected: Expected,
): Promise<SubmittedCheckout> {
  const { status, frozen } = checkout;
  const isToBePaid = status === 'HOLDING' || status === 'READY' || status === 'PAYING';
  const problems = isToBePaid && frozen ? changeProblems({ ...frozen, method: frozen.shipping }, expected) : [];
  if (problems.length > 0 || finalStatuses.includes(status)) return { checkout, problems };
  if (status === 'READY') return { checkout: await payAgain(sagaOf(context), checkout), problems };
  return { checkout: await drive(context, checkout), problems };
}

/** Takes the lease in the same write, so that no other process drives it in between. null: changed concurrently. */
async function hold(context: Context, checkout: CheckoutDocument, quote: Quote): Promise<CheckoutDocument | null> {
  const now = context.now();
  return context.repositories.checkouts.change(checkout, {
    status: 'HOLDING',
    frozen: freeze(quote),
    shippingMethodId: quote.method?.id ?? null,
    submissions: checkout.submissions + 1,
    heldUntil: new Date(now.getTime() + holdMs),
    caller: await callerOf(context, checkout),
    short: [],
    lease: newLease(sagaOf(context)),
    dueAt: now,
    expiresAt: null,
  });
}

async function callerOf({ repositories, client }: Context, { buyerUid }: CheckoutDocument): Promise<string> {
  return buyerUid ?? `address ${await repositories.shopKey.mac(`caller ${client}`)}`;
}

/** Limits card testing with stolen numbers. */
function requireAttempt({ status, attempts }: CheckoutDocument): void {
  if ((status === 'OPEN' || status === 'READY') && attempts >= maxAttempts)
    throw new ConflictError('Too many payments of this checkout have failed. Start it again.', 'id');
}

/** Lines with a problem are not in the total, so their problems come first. */
const problemsOf = (quote: Quote, expected: Expected): CheckoutProblem[] =>
  quote.problems.length > 0 ? quote.problems : changeProblems(quote, expected);

function changeProblems(offer: Offer, { expectedTotal, expectedFingerprint }: Expected): CheckoutProblem[] {
  const { totals } = offer;
  if (totals.totalCents !== expectedTotal) {
    const message = `Total changed from ${dollars(expectedTotal)} to ${dollars(totals.totalCents)}`;
    return [{ code: 'TOTAL_CHANGED', message, line: null, field: 'expectedTotal' }];
  }
  if (expectedFingerprint === null || expectedFingerprint === fingerprintOf(offer)) return [];
  const message = 'What you are buying has changed';
  return [{ code: 'PURCHASE_CHANGED', message, line: null, field: 'expectedFingerprint' }];
}
