import { BadInputError, ConflictError } from '../errors';
import { dollars } from '../pricing/dollars';
import { keptRefunds, openLines, openPieces, refundedPieces } from './orderPieces';
import type { LinePieces, OrderDocument, RefundedLine, StoredRefund } from './orderDocument';

interface WantedPieces extends LinePieces {
  /** So many of them have not been sent and are not sent any more; missing: as few as possible. */
  readonly open?: number;
}

export interface WantedRefund {
  readonly lines: readonly WantedPieces[];
  /** What is left of it. */
  readonly shipping: boolean;
  /** Beside lines and shipping. */
  readonly extraCents: number;
}

export type RefundPlan = Pick<StoredRefund, 'lines' | 'shippingCents' | 'extraCents' | 'taxCents' | 'amountCents'>;

type RefundedOrder = Pick<
  OrderDocument,
  | 'lines'
  | 'status'
  | 'payment'
  | 'fulfillments'
  | 'refunds'
  | 'totalCents'
  | 'taxCents'
  | 'taxIncluded'
  | 'shippingCents'
>;

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);

/** So much of an amount falls on some of its equal parts: by largest remainder, the earlier parts have the cent more. */
export function shareOf(cents: number, parts: number, from: number, count: number): number {
  const [each, left] = [Math.floor(cents / parts), cents % parts];
  const more = Math.max(0, Math.min(left, from + count) - Math.min(left, from));
  return each * count + more;
}

/** What was captured and is not given back, nor about to be. */
export const refundableCents = ({ payment, refunds = [] }: Pick<OrderDocument, 'payment' | 'refunds'>): number =>
  payment.capturedCents - sum(keptRefunds({ refunds }).map(({ amountCents }) => amountCents));

const taxLeft = (order: RefundedOrder): number =>
  order.taxCents - sum(keptRefunds(order).map(({ taxCents }) => taxCents));

/** The tax that the total was increased by. */
const added = ({ taxIncluded }: RefundedOrder, taxCents: number): number => (taxIncluded ? 0 : taxCents);

const shippingTax = ({ lines, taxCents }: RefundedOrder): number => taxCents - sum(lines.map((line) => line.taxCents));

/** With its tax. */
export const shippingLeft = (order: RefundedOrder): number =>
  order.shippingCents +
  added(order, shippingTax(order)) -
  sum(keptRefunds(order).map(({ shippingCents }) => shippingCents));

/**
 * What a refund is made of, to the cent: preview and refund are worked out here alone. It refuses what cannot be refunded on the
 * field that it is about.
 */
export function planRefund(order: RefundedOrder, wanted: WantedRefund): RefundPlan {
  const most = refundableCents(order);
  if (order.payment.capturedCents === 0)
    throw new ConflictError('Nothing was taken of its money yet: cancel the order instead.', 'number');
  const plan = planOf(order, wanted, wanted.extraCents);
  if (plan.amountCents === 0) throw new BadInputError('Choose pieces, shipping or an amount.', 'lines');
  if (plan.amountCents > most)
    throw new ConflictError(`At most ${dollars(most)} can be refunded.`, wanted.extraCents > 0 ? 'amount' : 'lines');
  return plan;
}

/** What has not left, and is not sent any more: with amounts that went back beside lines set off. */
export function planRest(order: RefundedOrder): RefundPlan {
  const lines = openLines(order).map((pieces) => ({ ...pieces, open: pieces.quantity }));
  const wanted = { lines, shipping: false, extraCents: 0 };
  const { amountCents } = planOf(order, wanted, 0);
  return planOf(order, wanted, Math.min(0, refundableCents(order) - amountCents));
}

/** Of what the provider has given back already, as an amount beside lines; whatever the order would have allowed. */
export function planForeign(order: RefundedOrder, amountCents: number): RefundPlan {
  const plan = planOf(order, { lines: [], shipping: false, extraCents: amountCents }, amountCents);
  return { ...plan, taxCents: Math.max(0, Math.min(plan.taxCents, taxLeft(order), amountCents)) };
}

/** All that is left. */
export function planWhole(order: RefundedOrder): RefundPlan {
  const left = order.lines.map(({ quantity }, line) => ({ line, quantity: quantity - refundedPieces(order, line) }));
  const wanted = { lines: left.filter(({ quantity }) => quantity > 0), shipping: true, extraCents: 0 };
  const { amountCents } = planOf(order, wanted, 0);
  return planOf(order, wanted, refundableCents(order) - amountCents);
}

function planOf(order: RefundedOrder, { lines, shipping }: WantedRefund, extraCents: number): RefundPlan {
  const planned = lines.map((pieces, place) => planLine(order, pieces, place));
  const shippingCents = shipping ? shippingLeft(order) : 0;
  const amountCents = sum(planned.map((line) => line.amountCents)) + shippingCents + extraCents;
  const exactTax = sum(planned.map((line) => line.taxCents)) + (shipping ? shippingTaxLeft(order) : 0);
  return {
    lines: planned.map(({ line, quantity, open, amountCents: cents }) => ({
      line,
      quantity,
      open,
      amountCents: cents,
    })),
    shippingCents,
    extraCents,
    taxCents: taxOf(order, { amountCents, extraCents, exactTax }),
    amountCents,
  };
}

/** What is left of it where shipping was not given back before, else none. */
const shippingTaxLeft = (order: RefundedOrder): number =>
  keptRefunds(order).some(({ shippingCents }) => shippingCents > 0) ? 0 : shippingTax(order);

/**
 * An amount beside lines has the part of the tax that the whole order has. Of the tax there is never more left than of the money, so that
 * all refunds together have no more than the order, and with the last cent of the money the last cent of it goes back.
 */
function taxOf(
  order: RefundedOrder,
  refund: { readonly amountCents: number; readonly extraCents: number; readonly exactTax: number },
): number {
  const { totalCents, taxCents } = order;
  const { amountCents, extraCents, exactTax } = refund;
  const ofExtra = totalCents === 0 ? 0 : Number((BigInt(extraCents) * BigInt(taxCents)) / BigInt(totalCents));
  const left = taxLeft(order);
  const least = Math.max(0, left - (refundableCents(order) - amountCents));
  return Math.max(least, Math.min(left, exactTax + ofExtra, amountCents));
}

/** `place`: where it stands among the lines that are wanted. */
function planLine(
  order: RefundedOrder,
  pieces: WantedPieces,
  place: number,
): RefundedLine & { readonly taxCents: number } {
  const { line, quantity } = pieces;
  const bought = order.lines[line];
  const before = refundedPieces(order, line);
  if (!bought) throw new BadInputError('This order has no such line.', `lines.${place}.id`);
  const left = bought.quantity - before;
  if (quantity > left)
    throw new ConflictError(`Only ${left} of ${bought.name} can be refunded.`, `lines.${place}.quantity`);
  const grossCents = bought.totalCents + added(order, bought.taxCents);
  return {
    line,
    quantity,
    open: openOf(pieces, { name: bought.name, left, openLeft: openPieces(order, line) }),
    amountCents: shareOf(grossCents, bought.quantity, before, quantity),
    taxCents: shareOf(bought.taxCents, bought.quantity, before, quantity),
  };
}

/** Of pieces of both kinds those that were sent go first: what is sent back must not keep the others from being sent. */
function openOf(
  { quantity, open }: WantedPieces,
  { name, left, openLeft }: { readonly name: string; readonly left: number; readonly openLeft: number },
): number {
  const sentLeft = left - openLeft;
  const least = Math.max(0, quantity - sentLeft);
  if (open === undefined) return least;
  if (open > quantity) throw new BadInputError(`Of ${name} only ${quantity} are refunded.`, 'unsentLines');
  if (open > openLeft) throw new ConflictError(`Only ${openLeft} of ${name} are left to ship.`, 'unsentLines');
  if (open < least) throw new ConflictError(`Only ${sentLeft} of ${name} were sent.`, 'unsentLines');
  return open;
}
