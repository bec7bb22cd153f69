import { BadInputError, ConflictError } from '../errors';
import { dollars } from '../pricing/dollars';
import { effectiveRefunds, openLines, openPieces, refundedPieces } from './orderPieces';
import type { LinePieces, OrderDocument, RefundedLine, StoredRefund } from './orderDocument';

interface WantedPieces extends LinePieces {
  /** Pieces among them that were not sent and will not be; missing: as few as possible. */
  readonly open?: number;
}

export interface WantedRefund {
  readonly lines: readonly WantedPieces[];
  /** Whether the remaining shipping costs are refunded. */
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

/** Splits an amount into equal parts by largest remainder (earlier parts get the extra cent), and sums `count` of them. */
export function shareOf(cents: number, parts: number, from: number, count: number): number {
  const [each, left] = [Math.floor(cents / parts), cents % parts];
  const more = Math.max(0, Math.min(left, from + count) - Math.min(left, from));
  return each * count + more;
}

/** Captured, and neither refunded nor about to be. */
export const refundableCents = ({ payment, refunds = [] }: Pick<OrderDocument, 'payment' | 'refunds'>): number =>
  payment.capturedCents - sum(effectiveRefunds({ refunds }).map(({ amountCents }) => amountCents));

const taxLeft = (order: RefundedOrder): number =>
  order.taxCents - sum(effectiveRefunds(order).map(({ taxCents }) => taxCents));

/** Tax that was added to the prices. */
const added = ({ taxIncluded }: RefundedOrder, taxCents: number): number => (taxIncluded ? 0 : taxCents);

const shippingTax = ({ lines, taxCents }: RefundedOrder): number => taxCents - sum(lines.map((line) => line.taxCents));

/** Including tax. */
export const shippingLeft = (order: RefundedOrder): number =>
  order.shippingCents +
  added(order, shippingTax(order)) -
  sum(effectiveRefunds(order).map(({ shippingCents }) => shippingCents));

/** Computes a refund to the cent, for preview and refund alike. Rejects on the field that cannot be refunded. */
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

/** Everything unsent, minus amounts that were refunded beside lines. */
export function planRest(order: RefundedOrder): RefundPlan {
  const lines = openLines(order).map((pieces) => ({ ...pieces, open: pieces.quantity }));
  const wanted = { lines, shipping: false, extraCents: 0 };
  const { amountCents } = planOf(order, wanted, 0);
  return planOf(order, wanted, Math.min(0, refundableCents(order) - amountCents));
}

/** An amount that the provider has already refunded, beside lines and without checks. */
export function planForeign(order: RefundedOrder, amountCents: number): RefundPlan {
  const plan = planOf(order, { lines: [], shipping: false, extraCents: amountCents }, amountCents);
  return { ...plan, taxCents: Math.max(0, Math.min(plan.taxCents, taxLeft(order), amountCents)) };
}

/** The remainder of the order. */
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

/** The remaining tax on shipping if shipping was not refunded before, else 0. */
const shippingTaxLeft = (order: RefundedOrder): number =>
  effectiveRefunds(order).some(({ shippingCents }) => shippingCents > 0) ? 0 : shippingTax(order);

/**
 * An amount beside lines carries the order's average tax rate. Capped so that all refunds together carry no more tax
 * than the order, and the last cent of money takes the last cent of tax with it.
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

/** `place`: its index among the requested lines. */
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

/** Sent pieces are refunded first: returned pieces must not keep the unsent ones from being sent. */
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
