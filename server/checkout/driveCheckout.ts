import { isDeepStrictEqual } from 'node:util';
import type { PaymentState } from '../payments/provider';
import { stateOfAttempt } from './attemptState';
import type { CheckoutChange, CheckoutDocument, FrozenLine, ShortLine } from './checkouts.repository';
import { newOrderNumber } from './orderNumber';
import { placeOrder } from './placeOrder';
import type { SagaParts } from './sagaParts';

export const leaseMs = 10_000;
export const holdMs = 15 * 60_000;
/** What a declined card leaves of the hold. */
const leastHoldMs = 5 * 60_000;
const lookAgainMs = 5_000;
/** So that checkouts are final 60 s after their hold has ended. */
const graceMs = 5_000;
const attemptsAtOnce = 20;

/** What a step leads to: a change of the checkout, and whether it goes on from there. */
interface Step {
  readonly change: CheckoutChange;
  readonly goesOn: boolean;
}

const goOn = (change: CheckoutChange): Step => ({ change, goesOn: true });
const wait = (change: CheckoutChange): Step => ({ change: { lease: null, ...change }, goesOn: false });

/**
 * The one function that moves a checkout: the buyer's call, a notice of the provider, the sweeper and a restart call it. Every
 * step may be repeated, and each ends in a compare-and-set, so that whoever lost the lease does nothing more. Answers the checkout as it then is; null: there
 * is none.
 */
export async function driveCheckout(parts: SagaParts, id: string): Promise<CheckoutDocument | null> {
  const { checkouts } = parts.repositories;
  let checkout = await checkouts.find(id);
  for (let tries = 0; checkout && isDriven(checkout) && tries < attemptsAtOnce; tries += 1) {
    if (isLeased(parts, checkout)) return checkout;
    await parts.beforeStep?.(checkout.status);
    const { change, goesOn } = await stepOf(parts, checkout);
    if (!goesOn && isAsIs(checkout, change)) return checkout;
    const changed: CheckoutDocument | null = await checkouts.change(checkout, {
      ...(goesOn && { lease: { owner: parts.owner, until: new Date(parts.now().getTime() + leaseMs) } }),
      ...change,
    });
    if (changed && !goesOn) return changed;
    checkout = changed ?? (await checkouts.find(id));
  }
  return checkout;
}

const isAsIs = (checkout: CheckoutDocument, change: CheckoutChange): boolean =>
  Object.entries(change).every(([name, value]) => isDeepStrictEqual(checkout[name as keyof CheckoutChange], value));

const isDriven = ({ status }: CheckoutDocument): boolean =>
  !['OPEN', 'PLACED', 'EXPIRED', 'CANCELLED', 'REFUNDED'].includes(status);

const isLeased = ({ owner, now }: SagaParts, { lease }: CheckoutDocument): boolean =>
  lease !== null && lease.owner !== owner && lease.until > now();

function stepOf(parts: SagaParts, checkout: CheckoutDocument): Promise<Step> {
  switch (checkout.status) {
    case 'HOLDING':
      return holdPieces(parts, checkout);
    case 'READY':
      return waitForBuyer(parts, checkout);
    case 'PAYING':
      return followPayment(parts, checkout);
    case 'PAID':
      return checkHolds(parts, checkout);
    case 'PLACING':
      return place(parts, checkout);
    case 'RELEASING':
      return release(parts, checkout);
    case 'REFUNDING':
      return refund(parts, checkout);
    default:
      throw new Error(`Nobody drives a checkout that is ${checkout.status}.`);
  }
}

/** In one order for all, so that two checkouts of the same products never wait for each other. */
const linesOf = ({ frozen }: CheckoutDocument): readonly FrozenLine[] =>
  [...(frozen?.lines ?? [])].sort((a, b) => (a.productId.toHexString() < b.productId.toHexString() ? -1 : 1));

/** What there is too little of; the others are held then. */
async function holdAll({ repositories: { stock } }: SagaParts, checkout: CheckoutDocument): Promise<ShortLine[]> {
  const short: ShortLine[] = [];
  const until = checkout.heldUntil ?? checkout.createdAt;
  for (const { productId, quantity } of linesOf(checkout)) {
    const result = await stock.hold(productId, { checkout: checkout._id, quantity, until });
    if (result.kind === 'short') short.push({ productId, available: result.available });
  }
  return short;
}

async function holdPieces(parts: SagaParts, checkout: CheckoutDocument): Promise<Step> {
  const short = await holdAll(parts, checkout);
  if (short.length > 0) return goOn({ status: 'RELEASING', releaseTo: 'OPEN', short });
  return goOn({ status: 'PAYING', ...nextAttempt(checkout) });
}

/** Recorded before the provider is asked, so that a repeated call has the same key. */
export function nextAttempt({ _id, attempts }: CheckoutDocument): Pick<CheckoutDocument, 'attempts' | 'attempt'> {
  const id = `${_id}:${attempts + 1}`;
  const attempt = { id, result: 'UNKNOWN', declineReason: null, clientSecret: null, card: null } as const;
  return { attempts: attempts + 1, attempt };
}

const isOver = ({ now }: SagaParts, { heldUntil }: CheckoutDocument): boolean =>
  heldUntil !== null && heldUntil.getTime() + graceMs <= now().getTime();

/** Held, and its last attempt has failed: the buyer tries again, or the hold ends. */
async function waitForBuyer(parts: SagaParts, checkout: CheckoutDocument): Promise<Step> {
  if (isOver(parts, checkout)) return goOn({ status: 'RELEASING', releaseTo: 'EXPIRED' });
  return wait({ dueAt: endOfHold(checkout) });
}

const endOfHold = ({ heldUntil, createdAt }: CheckoutDocument): Date =>
  new Date((heldUntil ?? createdAt).getTime() + graceMs);

const paid = (state: PaymentState): boolean => state.result === 'AUTHORIZED' || state.result === 'SUCCEEDED';

async function followPayment(parts: SagaParts, checkout: CheckoutDocument): Promise<Step> {
  const { now, repositories } = parts;
  const state = await lookOrStart(parts, checkout);
  const attempt = stateOfAttempt(checkout, state);
  if (state === null) return wait({ attempt, dueAt: new Date(now().getTime() + lookAgainMs) });
  if (paid(state)) return goOn({ status: 'PAID', attempt });
  if (state.result === 'CANCELLED') return goOn({ status: 'READY', attempt });
  if (state.result === 'DECLINED') {
    const heldUntil = new Date(Math.max(endOfHold(checkout).getTime() - graceMs, now().getTime() + leastHoldMs));
    const products = linesOf(checkout).map(({ productId }) => productId);
    if (!isOver(parts, checkout)) {
      await repositories.stock.extendHolds(products, checkout._id, heldUntil);
      return goOn({ status: 'READY', attempt, heldUntil });
    }
  }
  // What a bank still thinks about is not ended by us.
  if (state.result !== 'PENDING' && isOver(parts, checkout)) return goOn({ status: 'RELEASING', releaseTo: 'EXPIRED' });
  const dueAt = state.result === 'PENDING' ? new Date(now().getTime() + lookAgainMs) : endOfHold(checkout);
  return wait({ attempt, dueAt });
}

/** null: the provider does not answer, so nothing is known. */
async function lookOrStart({ provider, log }: SagaParts, checkout: CheckoutDocument): Promise<PaymentState | null> {
  const { attempt, frozen, email } = checkout;
  if (!attempt || !frozen || email === null) throw new Error('A payment needs an attempt, a total and an e-mail.');
  try {
    return (
      (await provider.look(attempt.id)) ??
      (await provider.start({
        id: attempt.id,
        amountCents: frozen.totals.totalCents,
        checkout: checkout._id,
        order: checkout.orderNumber,
        email,
      }))
    );
  } catch (error) {
    log.warn({ checkout: checkout._id, err: error }, 'the payment provider does not answer');
    return null;
  }
}

/** Money before goods is not taken twice: what is paid after its hold was lost is held again, or paid back. */
async function checkHolds(parts: SagaParts, checkout: CheckoutDocument): Promise<Step> {
  const short = await holdAll(parts, checkout);
  return goOn(short.length === 0 ? { status: 'PLACING' } : { status: 'REFUNDING', short });
}

async function place(parts: SagaParts, checkout: CheckoutDocument): Promise<Step> {
  const { repositories, now, beforeStep } = parts;
  const { _id, orderNumber, frozen } = checkout;
  for (const { productId, quantity } of linesOf(checkout)) {
    const movement = {
      _id: `sale:${_id}:${productId.toHexString()}`,
      productId,
      delta: -quantity,
      reason: 'SALE' as const,
      byUid: null,
      order: orderNumber,
      at: now(),
    };
    await repositories.stock.keep(productId, { checkout: _id, quantity }, movement);
  }
  await beforeStep?.('order');
  if (!(await placeOrder(parts, checkout))) return goOn({ orderNumber: newOrderNumber() });
  await beforeStep?.('entries');
  await repositories.store.deleteMany((frozen?.lines ?? []).flatMap(({ entryIds }) => entryIds));
  return wait({ status: 'PLACED', heldUntil: null, dueAt: null, expiresAt: keptUntil(parts) });
}

const keptMs = 30 * 24 * 60 * 60_000;
export const keptUntil = ({ now }: Pick<SagaParts, 'now'>): Date => new Date(now().getTime() + keptMs);

/** Nothing is given back before the payment is dead at the provider. */
async function release(parts: SagaParts, checkout: CheckoutDocument): Promise<Step> {
  const { releaseTo } = checkout;
  const payment = await endPayment(parts, checkout);
  if (payment === 'unknown') return wait({ dueAt: new Date(parts.now().getTime() + lookAgainMs) });
  if (payment !== 'ended') return goOn({ status: 'PAID', attempt: stateOfAttempt(checkout, payment), releaseTo: null });
  await giveBack(parts, checkout);
  const status = releaseTo ?? 'EXPIRED';
  const isFinal = status !== 'OPEN';
  return wait({
    status,
    releaseTo: null,
    heldUntil: null,
    attempt: null,
    dueAt: null,
    ...(isFinal ? { expiresAt: keptUntil(parts) } : { frozen: null }),
  });
}

/** Who cancels gets the payment voided whatever it is; a hold that ended leaves a payment that was just in time. */
async function endPayment(
  { provider, log }: SagaParts,
  { _id, releaseTo, attempt }: CheckoutDocument,
): Promise<PaymentState | 'ended' | 'unknown'> {
  if (!attempt) return 'ended';
  try {
    const state = await provider.look(attempt.id);
    if (state === null) return 'ended';
    const last = paid(state) && releaseTo !== 'CANCELLED' ? state : await provider.void(attempt.id);
    return paid(last) ? last : 'ended';
  } catch (error) {
    log.warn({ checkout: _id, err: error }, 'the payment provider does not answer');
    return 'unknown';
  }
}

async function giveBack({ repositories: { stock } }: SagaParts, checkout: CheckoutDocument): Promise<void> {
  for (const { productId, quantity } of linesOf(checkout))
    await stock.release(productId, { checkout: checkout._id, quantity });
}

async function refund(parts: SagaParts, checkout: CheckoutDocument): Promise<Step> {
  const { provider, now, log } = parts;
  const { attempt } = checkout;
  if (!attempt) throw new Error('Nothing was paid.');
  try {
    const state = await provider.void(attempt.id);
    if (state.capturedCents > state.refundedCents)
      await provider.refund(attempt.id, {
        id: `${attempt.id}:all`,
        amountCents: state.capturedCents - state.refundedCents,
      });
  } catch (error) {
    log.warn({ checkout: checkout._id, err: error }, 'the payment provider does not answer');
    return wait({ dueAt: new Date(now().getTime() + lookAgainMs) });
  }
  await giveBack(parts, checkout);
  return wait({ status: 'REFUNDED', heldUntil: null, dueAt: null, expiresAt: keptUntil(parts) });
}
