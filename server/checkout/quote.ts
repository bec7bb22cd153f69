import type { Context } from '../context';
import { maxTotalCents } from '../pricing/cents';
import { priceCheckout, shippingCost, type Totals } from '../pricing/priceCheckout';
import { taxClassOf } from '../pricing/taxClass';
import { missingField } from '../shipping/address.input';
import { servedZones, shippingMethodsFor, taxRatesOf, taxZoneFor } from '../shipping/zonesOf';
import type { ShippingMethod, ShippingSettings } from '../settings/shopSettings';
import { addWorkingDays } from '../shipping/workingDays';
import { groupEntries, liveLines, visible, type LineProblem, type LiveLine, type WantedLine } from './cartLines';
import type { CheckoutDocument, FrozenPurchase } from './checkouts.repository';
import { maxHeldPieces } from './holdLimit';
import { maximumEntries } from '../store/store.service';
import { dollars } from '../pricing/dollars';

export interface QuotedMethod {
  readonly id: string;
  readonly name: string;
  /** What this purchase pays for shipping. */
  readonly priceCents: number;
  /** Without the free-shipping rule. */
  readonly fullPriceCents: number;
  readonly freeAboveCents: number | null;
  readonly earliest: Date;
  readonly latest: Date;
}

export type CheckoutProblemCode =
  | LineProblem
  | 'EMPTY'
  | 'TOO_LARGE'
  | 'EMAIL_MISSING'
  | 'ADDRESS_INCOMPLETE'
  | 'NO_SHIPPING_METHOD'
  | 'TOTAL_CHANGED'
  | 'PURCHASE_CHANGED'
  | 'HOLD_EXPIRED';

/** Has to be resolved before the purchase can be made. */
export interface CheckoutProblem {
  readonly code: CheckoutProblemCode;
  /** Shown to the shopper. */
  readonly message: string;
  /** The product's id; null: not about a line. */
  readonly line: string | null;
  /** The input field; null: none. */
  readonly field: string | null;
}

/** A checkout at current prices. */
export interface Quote {
  readonly lines: LiveLine[];
  readonly methods: QuotedMethod[];
  readonly method: QuotedMethod | null;
  /** Without the lines that have a problem. */
  readonly totals: Totals;
  readonly taxZone: string | null;
  /** The lowest threshold of free shipping; null: there is none. */
  readonly freeAboveCents: number | null;
  readonly problems: CheckoutProblem[];
}

type Selection = Pick<CheckoutDocument, 'email' | 'shippingAddress' | 'shippingMethodId'>;

export async function quoteCart(context: Context, uid: string): Promise<Quote> {
  const [wanted, own] = await Promise.all([cartOf(context, uid), checkoutsOfCart(context, uid)]);
  return quote(context, { wanted, own }, noSelection);
}

/** Those that hold pieces of the cart: 'Buy now' buys pieces beside them. */
export async function checkoutsOfCart({ repositories }: Context, uid: string): Promise<string[]> {
  const holding = await repositories.checkouts.heldBy(uid, new Date(0), maxHoldingCheckouts);
  return holding.filter(({ source }) => source.kind === 'CART').map(({ _id }) => _id);
}

/** The hold limit allows fewer checkouts at a time. */
const maxHoldingCheckouts = 10;

const noSelection: Selection = { email: null, shippingAddress: null, shippingMethodId: null };

export async function quoteCheckout(context: Context, checkout: CheckoutDocument): Promise<Quote> {
  return quote(context, { wanted: await wantedLines(context, checkout), own: [checkout._id] }, checkout);
}

const quotes = new WeakMap<CheckoutDocument, Promise<Quote>>();

/** The quote of a checkout: current prices while it is open, else the frozen ones. Memoized per document. */
export function quoteOf(context: Context, checkout: CheckoutDocument): Promise<Quote> {
  const found = quotes.get(checkout);
  if (found) return found;
  const made = checkout.frozen ? agreedQuote(context, checkout, checkout.frozen) : quoteCheckout(context, checkout);
  quotes.set(checkout, made);
  return made;
}

async function agreedQuote(
  { loaders }: Pick<Context, 'loaders'>,
  { status }: CheckoutDocument,
  { lines, totals, shipping, taxZone }: FrozenPurchase,
): Promise<Quote> {
  const products = await Promise.all(lines.map(({ productId }) => loaders.productById.load(productId.toHexString())));
  const { id, name, earliest, latest } = shipping;
  const priceCents = totals.shippingCents;
  const method = { id, name, earliest, latest, priceCents, fullPriceCents: priceCents, freeAboveCents: null };
  return {
    lines: lines.map((line, index) => ({
      ...line,
      agreedCents: line.unitPriceCents,
      product: visible(products[index] ?? null),
      available: null,
      problem: null,
    })),
    methods: [method],
    method,
    totals,
    taxZone,
    freeAboveCents: null,
    problems:
      status === 'EXPIRED' ? [{ code: 'HOLD_EXPIRED', message: 'No longer held', line: null, field: null }] : [],
  };
}

async function cartOf({ repositories }: Context, uid: string): Promise<WantedLine[]> {
  return groupEntries(await repositories.store.findByOwner(uid, maximumEntries));
}

async function wantedLines(context: Context, { source, buyerUid }: CheckoutDocument): Promise<WantedLine[]> {
  if (source.kind === 'CART') return buyerUid === null ? [] : cartOf(context, buyerUid);
  const { productId, quantity, agreedCents, name, photo } = source;
  return [{ productId, quantity, agreedCents, entryIds: [], name, photo }];
}

interface Wanted {
  readonly wanted: readonly WantedLine[];
  /** Checkouts whose holds count as available here. */
  readonly own: readonly string[];
}

async function quote(context: Context, { wanted, own }: Wanted, selection: Selection): Promise<Quote> {
  const [lines, { shipping, taxes }] = await Promise.all([liveLines(context, wanted, own), context.shopSettings()]);
  const buyable = lines.filter(({ problem }) => problem === null);
  const { shippingAddress: address } = selection;
  const goodsCents = buyable.reduce((sum, { unitPriceCents, quantity }) => sum + unitPriceCents * quantity, 0);
  const offered = address ? shippingMethodsFor(shipping, address) : [];
  const methods = offered.map((method) => quotedMethod(method, goodsCents, context.now()));
  const { shippingMethodId } = selection;
  // No method replaces one that the buyer has not seen as chosen.
  const method = methods.find(({ id }) => shippingMethodId === null || id === shippingMethodId) ?? null;
  const zone = address && taxZoneFor(taxes, address);
  const totals = priceCheckout({
    lines: buyable.map(({ unitPriceCents, quantity, product }) => ({
      unitPriceCents,
      quantity,
      taxClass: taxClassOf(product?.taxClass),
    })),
    shipping: method && { priceCents: method.fullPriceCents, freeAboveCents: method.freeAboveCents },
    tax: zone && taxRatesOf(zone),
    pricesIncludeTax: taxes.pricesIncludeTax,
  });
  return {
    lines,
    methods,
    method,
    totals,
    taxZone: zone?.name ?? null,
    freeAboveCents: freeAbove(address ? offered : advertisedMethods(shipping)),
    problems: [
      ...lines.flatMap((line) => lineProblem(line) ?? []),
      ...purchaseProblems({ lines, totals, methods, method }, selection),
    ],
  };
}

function quotedMethod(method: ShippingMethod, goodsCents: number, now: Date): QuotedMethod {
  const { id, name, priceCents, freeAboveCents, minDays, maxDays } = method;
  return {
    id,
    name,
    priceCents: shippingCost({ priceCents, freeAboveCents }, goodsCents),
    fullPriceCents: priceCents,
    freeAboveCents,
    earliest: addWorkingDays(now, minDays),
    latest: addWorkingDays(now, maxDays),
  };
}

/** Without an address, the methods of the first zone that serves a country, as the shop's pages advertise. */
const advertisedMethods = (shipping: ShippingSettings): ShippingMethod[] =>
  (servedZones(shipping)[0]?.methods ?? []).filter(({ isOffered }) => isOffered);

/** null: never, or nothing is delivered there. */
function freeAbove(methods: readonly ShippingMethod[]): number | null {
  const limits = methods.flatMap(({ freeAboveCents }) => freeAboveCents ?? []);
  return limits.length > 0 ? Math.min(...limits) : null;
}

export function lineProblem(line: LiveLine): CheckoutProblem | null {
  const { problem, productId, unitPriceCents, agreedCents, available } = line;
  if (problem === null) return null;
  const messages: Record<LineProblem, string> = {
    PRICE_INCREASED: `Price went up by ${dollars(unitPriceCents - agreedCents)} since you added it`,
    OUT_OF_STOCK: 'Sold out',
    NOT_ENOUGH_STOCK: `Only ${available} left`,
    UNAVAILABLE: 'Not available any more',
  };
  return { code: problem, message: messages[problem], line: productId.toHexString(), field: null };
}

const tooMany = `At most ${maxHeldPieces} pieces can be ordered at once. Please contact us for more.`;
const methodIsGone = 'The shipping method you chose is no longer offered. Choose another one.';

function purchaseProblems(
  { lines, totals: { totalCents }, methods, method }: Pick<Quote, 'lines' | 'totals' | 'methods' | 'method'>,
  { email, shippingAddress }: Selection,
): CheckoutProblem[] {
  const problem = (code: CheckoutProblemCode, message: string, field: string | null = null) => [
    { code, message, line: null, field },
  ];
  const missing = shippingAddress && missingField(shippingAddress);
  const pieces = lines.reduce((sum, line) => (line.problem === null ? sum + line.quantity : sum), 0);
  return [
    ...(lines.length === 0 ? problem('EMPTY', 'Your cart is empty') : []),
    ...(totalCents > maxTotalCents ? problem('TOO_LARGE', 'Please contact us for an order of this size') : []),
    ...(pieces > maxHeldPieces ? problem('TOO_LARGE', tooMany) : []),
    ...(email === null ? problem('EMAIL_MISSING', 'Enter your e-mail', 'email') : []),
    ...(shippingAddress === null
      ? problem('ADDRESS_INCOMPLETE', 'Choose a country', 'shippingAddress.countryCode')
      : []),
    ...(missing ? problem('ADDRESS_INCOMPLETE', 'This is required', `shippingAddress.${missing}`) : []),
    ...(shippingAddress && methods.length === 0
      ? problem('NO_SHIPPING_METHOD', 'We do not deliver to this country yet', 'shippingAddress.countryCode')
      : []),
    ...(methods.length > 0 && method === null ? problem('NO_SHIPPING_METHOD', methodIsGone, 'shippingMethodId') : []),
  ];
}

/** What is bought if the quote stays the same. */
export function freeze({ lines, totals, method, taxZone }: Quote): FrozenPurchase {
  if (!method) throw new Error('A purchase without a shipping method cannot be frozen.');
  return {
    lines: lines.map(({ product, productId, name, photo, quantity, unitPriceCents, entryIds }) => ({
      productId,
      name: product?.name ?? name,
      slug: product?.slug ?? '',
      photo: product?.photos[0] ?? photo,
      quantity,
      unitPriceCents,
      taxClass: taxClassOf(product?.taxClass),
      entryIds,
    })),
    totals,
    shipping: { id: method.id, name: method.name, earliest: method.earliest, latest: method.latest },
    taxZone,
  };
}
