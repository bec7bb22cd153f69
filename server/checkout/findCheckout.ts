import { createHash, timingSafeEqual } from 'node:crypto';
import { authorize, signedInIfPossible } from '../auth/authorize';
import type { Context } from '../context';
import { ConflictError, NotFoundError } from '../errors';
import type { CheckoutDocument } from './checkouts.repository';
import { driveCheckout } from './driveCheckout';
import type { SagaParts } from './sagaParts';

/** Of its buyer, or of whoever shows its token; unknown, another's and a wrong token are one answer. */
export async function findCheckout(context: Context, id: string): Promise<CheckoutDocument> {
  await authorize(context, 'checkout');
  const checkout = await context.repositories.checkouts.find(id);
  if (!checkout || !(await mayUse(context, checkout))) throw new NotFoundError('There is no such checkout.', 'id');
  return checkout;
}

async function mayUse(context: Context, { buyerUid, tokenHash }: CheckoutDocument): Promise<boolean> {
  if (buyerUid !== null) return (await signedInIfPossible(context))?.viewer.uid === buyerUid;
  return tokenHash !== null && context.checkoutToken !== null && isEqual(tokenHash, hashOf(context.checkoutToken));
}

const isEqual = (a: string, b: string) => a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));

/** What is stored of a guest's token. */
export const hashOf = (token: string): string => createHash('sha256').update(token).digest('base64url');

export const changedMeanwhile = () =>
  new ConflictError(
    'This checkout was changed meanwhile, in another tab perhaps. Look at it again; nothing was charged.',
  );

export const sagaOf = ({ repositories, saga, now, log }: Context): SagaParts => ({ ...saga, repositories, now, log });

/** Moves it as far as it goes now. */
export async function drive(context: Context, checkout: CheckoutDocument): Promise<CheckoutDocument> {
  const driven = await driveCheckout(sagaOf(context), checkout._id, checkout);
  if (!driven) throw new NotFoundError('There is no such checkout.', 'id');
  return driven;
}
