import type { Country } from './address';
import type { Checkout, CheckoutLine } from './checkoutApi';
import { formatCents } from '../../lib/money';

/** The hold is gone and the checkout cannot continue: a new one is started from its input. */
export const hasEnded = ({ status }: Checkout): boolean =>
  status === 'EXPIRED' || status === 'CANCELLED' || status === 'REFUNDED';

/** Lines, prices and address are final. */
export const isHeld = ({ status }: Checkout): boolean =>
  status === 'HOLDING' || status === 'READY' || status === 'PAYING' || status === 'ACTION_REQUIRED';

/** Sold out after it was paid: nothing of it goes on but the refund. */
export const isRefunding = ({ status }: Pick<Checkout, 'status'>): boolean => status === 'REFUNDING';

/** The provider or the bank has to respond; the buyer can only wait. */
export function isWaiting(checkout: Checkout): boolean {
  const { status, payment } = checkout;
  if (status === 'HOLDING' || isRefunding(checkout)) return true;
  return status === 'PAYING' && (payment?.result !== 'AWAITING' || payment.clientSecret === null);
}

/** Whether the page shows what came of a press although its answer was lost. `before`: the checkout that was pressed. */
export function showsOutcome(before: Checkout, now: Checkout): boolean {
  if (isWaiting(now)) return true;
  const isNews = before.status !== now.status || before.payment?.id !== now.payment?.id;
  const isDeclined = now.status === 'READY' && now.payment?.result === 'DECLINED';
  return isNews && (isDeclined || now.status === 'REFUNDED' || now.status === 'ACTION_REQUIRED');
}

/** Its stock is released, although the server may not have reported that yet. */
export const isHoldExpired = (checkout: Checkout): boolean =>
  isHeld(checkout) &&
  !isWaiting(checkout) &&
  checkout.heldUntil !== null &&
  Date.parse(checkout.heldUntil) <= Date.now();

/** The tax is provisional until all of its inputs are known, including the state in countries with states. */
export function isTotalKnown(
  { shippingMethod, shippingAddress }: Checkout,
  countries: readonly Pick<Country, 'code' | 'requiredFields'>[],
): boolean {
  if (!shippingMethod || !shippingAddress) return false;
  const country = countries.find(({ code }) => code === shippingAddress.countryCode);
  return shippingAddress.region.trim() !== '' || country?.requiredFields.includes('REGION') !== true;
}

export const needsAnswer = ({ lines }: Checkout): boolean => lines.some(({ problem }) => problem);

const went = (by: number) => (by > 0 ? `went up by ${formatCents(by)}` : `went down by ${formatCents(-by)}`);

function lineChange(before: CheckoutLine | undefined, { name, unitPrice, quantity }: CheckoutLine): string[] {
  if (!before) return [`"${name}" was added`];
  const by = unitPrice.amount - before.unitPrice.amount;
  return [
    ...(by === 0 ? [] : [`The price of "${name}" ${went(by)}`]),
    ...(quantity === before.quantity ? [] : [`There are ${quantity} of "${name}", not ${before.quantity}`]),
  ];
}

const methodChange = ({ shippingMethod: a }: Checkout, { shippingMethod: b }: Checkout): string[] =>
  b === null || a?.id === b.id ? [] : [`It is shipped by "${b.name}"${a ? `, not "${a.name}"` : ''}`];

/** What has changed, as sentences. */
export function changesBetween(before: Checkout, after: Checkout): string[] {
  const known = new Map(before.lines.map((line) => [line.id, line]));
  const sum = (name: string, a: { amount: number }, b: { amount: number }) =>
    a.amount === b.amount ? [] : [`${name} ${went(b.amount - a.amount)}`];
  const removed = before.lines.filter(({ id }) => !after.lines.some((line) => line.id === id));
  return [
    ...after.lines.flatMap((line) => lineChange(known.get(line.id), line)),
    ...removed.map(({ name }) => `"${name}" was removed`),
    ...methodChange(before, after),
    ...sum('Shipping', before.shippingTotal, after.shippingTotal),
    ...sum('Tax', before.taxTotal, after.taxTotal),
  ];
}

export const totalChange = ({ total: a }: Checkout, { total: b }: Checkout): string | undefined =>
  a.amount === b.amount ? undefined : `Total changed from ${formatCents(a.amount)} to ${formatCents(b.amount)}`;
