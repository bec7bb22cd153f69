import { authorize } from '../auth/authorize';
import type { Context } from '../context';
import { ConflictError, UnavailableError } from '../errors';
import { parseInput } from '../graphql/input';
import { parseAddress } from '../shipping/address.input';
import { requireEmail } from '../users/resolvePerson';
import type { ShippingSettings } from '../settings/shopSettings';
import { updateCheckoutInput } from './checkout.input';
import { methodAt } from './chosenMethod';
import { finalStatuses, type CheckoutChange, type CheckoutDocument } from './checkouts.repository';
import { holdMs } from './driveCheckout';
import { changedMeanwhile, drive, findCheckout } from './findCheckout';
import { holdKey } from './holdKey';
import { retainedUntil } from './steps';

const maxExtensions = 10;

/** Only while nothing is held: once held, the purchase is what was agreed on. */
export async function updateCheckout(context: Context, input: unknown): Promise<CheckoutDocument> {
  await authorize(context, 'updateCheckout');
  const { id, email, shippingAddress, billingAddress, shippingMethodId, note } = parseInput(updateCheckoutInput, input);
  const checkout = await findCheckout(context, id);
  // As it was read, a checkout may hold nulls.
  const change: CheckoutChange = {
    ...(shippingMethodId !== null && { shippingMethodId }),
    ...(note !== null && { note }),
    ...(email !== null && { email: requireEmail(email) }),
    ...((shippingAddress ?? null) !== null && { shippingAddress: parseAddress('shippingAddress', shippingAddress) }),
    ...(billingAddress !== undefined && {
      billingAddress: billingAddress === null ? null : parseAddress('billingAddress', billingAddress),
    }),
  };
  return changeOpen(context, checkout, change, (await context.shopSettings()).shipping);
}

/** Another tab may change it concurrently: retries on the version that is stored by then. */
async function changeOpen(
  context: Context,
  first: CheckoutDocument,
  change: CheckoutChange,
  shipping: ShippingSettings,
): Promise<CheckoutDocument> {
  const { checkouts } = context.repositories;
  let checkout: CheckoutDocument | null = first;
  for (let attempt = 0; attempt < 10 && checkout; attempt += 1) {
    if (checkout.status !== 'OPEN') throw changedMeanwhile();
    const changed: CheckoutDocument | null = await checkouts.change(checkout, {
      ...change,
      ...methodAt(shipping, checkout, change),
      expiresAt: retainedUntil(context),
    });
    if (changed) return changed;
    checkout = await checkouts.find(first._id);
  }
  throw changedMeanwhile();
}

/** Reads the state from the provider: the browser is not trusted. */
export async function confirmPayment(context: Context, id: string): Promise<CheckoutDocument> {
  await authorize(context, 'confirmPayment');
  return drive(context, await findCheckout(context, id));
}

/** 'I need more time': 15 minutes from now, up to ten times (WCAG 2.2.1). */
export async function extendHold(context: Context, id: string): Promise<CheckoutDocument> {
  await authorize(context, 'extendHold');
  const checkout = await findCheckout(context, id);
  const { status, extensions, heldUntil, frozen } = checkout;
  if (!['READY', 'PAYING'].includes(status) || !heldUntil) throw new ConflictError('Nothing is held any more.', 'id');
  if (extensions >= maxExtensions) throw new ConflictError('It cannot be held any longer.', 'id');
  const until = new Date(context.now().getTime() + holdMs);
  const changed = await context.repositories.checkouts.change(checkout, {
    heldUntil: until,
    extensions: extensions + 1,
  });
  if (!changed) throw changedMeanwhile();
  const products = (frozen?.lines ?? []).map(({ productId }) => productId);
  await context.repositories.stock.extendHolds(products, holdKey(checkout), until);
  return changed;
}

/** A hold that ends by itself is not: a payment that succeeds meanwhile would still be placed. */
const isBeingCancelled = ({ status, releaseTo }: CheckoutDocument): boolean =>
  status === 'RELEASING' && releaseTo === 'CANCELLED';

/** Releases the holds once the payment is voided at the provider; a placed order cannot be cancelled here. */
export async function cancelCheckout(context: Context, id: string): Promise<CheckoutDocument> {
  await authorize(context, 'cancelCheckout');
  let checkout = await findCheckout(context, id);
  for (let attempt = 0; attempt < 10; attempt += 1) {
    if (finalStatuses.includes(checkout.status) || isBeingCancelled(checkout)) return drive(context, checkout);
    if (checkout.status === 'REFUNDING')
      throw new ConflictError('It was sold out while you were paying: your money goes back in full.', 'id');
    if (['PAID', 'HOLDING_AGAIN', 'PLACING'].includes(checkout.status))
      throw new ConflictError('It is paid already. Undo the order instead.', 'id');
    const changed = await context.repositories.checkouts.change(checkout, {
      status: 'RELEASING',
      releaseTo: 'CANCELLED',
      lease: null,
      dueAt: context.now(),
      expiresAt: null,
    });
    if (changed) return drive(context, changed);
    checkout = await findCheckout(context, id);
  }
  throw new UnavailableError();
}
