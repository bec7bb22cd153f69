import { authorize } from '../auth/authorize';
import { isBuyer } from '../auth/guestToken';
import type { Context } from '../context';
import { ConflictError, NotFoundError } from '../errors';
import { withDeadline } from '../payments/withDeadline';
import type { CheckoutDocument } from './checkouts.repository';
import { driveCheckout } from './driveCheckout';
import type { SagaDeps } from './sagaDeps';

/** By its buyer or its guest token; unknown id, another's checkout and a wrong token give the same error. */
export async function findCheckout(context: Context, id: string): Promise<CheckoutDocument> {
  await authorize(context, 'checkout');
  const checkout = await context.repositories.checkouts.find(id);
  if (!checkout || !(await isBuyer(context, checkout, context.checkoutToken)))
    throw new NotFoundError('There is no such checkout.', 'id');
  return checkout;
}

export const changedMeanwhile = () =>
  new ConflictError('This checkout was changed meanwhile, in another tab perhaps. Look at it again.');

export const sagaOf = ({ repositories, saga, now, log }: Context): SagaDeps => ({
  ...{ ...saga, provider: withDeadline(saga.provider) },
  ...{ repositories, now, log },
});

/** Advances it as far as possible within the provider's deadline. */
export async function drive(context: Context, checkout: CheckoutDocument): Promise<CheckoutDocument> {
  const driven = await driveCheckout(sagaOf(context), checkout._id, checkout);
  if (!driven) throw new NotFoundError('There is no such checkout.', 'id');
  return driven;
}
