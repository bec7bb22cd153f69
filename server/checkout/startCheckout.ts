import { randomBytes } from 'node:crypto';
import { authorize, ownerIfSignedIn } from '../auth/authorize';
import { hashOfToken } from '../auth/guestToken';
import type { Context } from '../context';
import { newId } from '../database/newId';
import { ConflictError, NotFoundError } from '../errors';
import { parseInput } from '../graphql/input';
import { requirePayments } from '../payments/noProvider';
import { findByKey, noSuchProduct, type ProductKey } from '../products/productKey';
import { isReadable } from '../products/storedItem';
import { startCheckoutInput } from './checkout.input';
import type { CheckoutDocument, CheckoutSource } from './checkouts.repository';
import { changedMeanwhile, findCheckout } from './findCheckout';
import { newOrderNumber } from '../orders/orderNumber';
import { retainedUntil } from './steps';

export interface StartedCheckout {
  readonly checkout: CheckoutDocument;
  /** A guest's token, sent with each further call; null: the checkout belongs to its buyer. */
  readonly token: string | null;
}

export async function startCheckout(context: Context, input: unknown): Promise<StartedCheckout> {
  await authorize(context, 'startCheckout');
  requirePayments(context.saga.provider);
  const { source, from } = parseInput(startCheckoutInput, input);
  const signedIn = await ownerIfSignedIn(context);
  const token = signedIn ? null : randomBytes(32).toString('base64url');
  const earlier = from === null ? null : await findCheckout(context, from);
  const buyerUid = signedIn?.viewer.uid ?? null;
  const checkout: CheckoutDocument = {
    _id: newId(context).toHexString(),
    orderNumber: newOrderNumber(),
    buyerUid,
    tokenHash: token && hashOfToken(token),
    caller: null,
    source: earlier?.source ?? (await sourceOf(context, source, buyerUid)),
    status: 'OPEN',
    email: earlier?.email ?? signedIn?.record?.email ?? null,
    shippingAddress: earlier?.shippingAddress ?? null,
    billingAddress: earlier?.billingAddress ?? null,
    shippingMethodId: earlier?.shippingMethodId ?? null,
    note: earlier?.note ?? '',
    frozen: null,
    submissions: 0,
    attempts: 0,
    attempt: null,
    heldUntil: null,
    extensions: 0,
    releaseTo: null,
    short: [],
    lease: null,
    dueAt: null,
    createdAt: context.now(),
    expiresAt: retainedUntil(context),
    version: 1,
  };
  if (await context.repositories.checkouts.insert(checkout)) return { checkout, token };
  return repeatedStart(context, checkout, token);
}

/**
 * A retry with the same Idempotency-Key: a guest whose response got lost gets a new token, as long as the checkout
 * holds no personal data.
 */
async function repeatedStart(
  { repositories: { checkouts } }: Context,
  { _id, buyerUid, tokenHash }: CheckoutDocument,
  token: string | null,
): Promise<StartedCheckout> {
  const earlier = await checkouts.find(_id);
  // Its id is derived from the key and who sent it: a guest's from their network address.
  if (earlier?.buyerUid !== buyerUid) throw new ConflictError('This request was made before.');
  const isUntouched = earlier.status === 'OPEN' && earlier.email === null && earlier.shippingAddress === null;
  if (token !== null && !isUntouched) throw new ConflictError('This request was made before.');
  const checkout = token === null ? earlier : await checkouts.change(earlier, { tokenHash });
  if (!checkout) throw changedMeanwhile();
  return { checkout, token };
}

async function sourceOf(
  context: Context,
  source: { readonly key: ProductKey; readonly quantity: number; readonly seenPriceCents: number | null } | 'CART',
  buyerUid: string | null,
): Promise<CheckoutSource> {
  if (source === 'CART') {
    if (buyerUid === null) throw new NotFoundError('Sign in to buy what is in your cart.', 'source');
    return { kind: 'CART' };
  }
  const product = await findByKey(context, source.key);
  if (product?.status !== 'active' || !isReadable(product)) throw noSuchProduct(source.key);
  const { _id: productId, name, photos, priceCents } = product;
  context.loaders.productById.prime(productId.toHexString(), product);
  const { quantity, seenPriceCents } = source;
  const agreedCents = Math.min(priceCents, seenPriceCents ?? priceCents);
  return { kind: 'PRODUCT', productId, quantity, agreedCents, name, photo: photos[0] ?? null };
}
