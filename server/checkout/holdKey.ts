import type { CheckoutDocument } from './checkouts.repository';

/**
 * Whose a hold or a claim is: of one submission of a checkout, so that a driver that was paused since an earlier one neither holds
 * for this one nor gives back what is its.
 */
export const holdKey = ({ _id, submissions }: Pick<CheckoutDocument, '_id' | 'submissions'>): string =>
  `${_id}:${submissions}`;

export const checkoutOfKey = (key: string): string => key.split(':')[0] ?? '';

/** Whether what has this key is needed still; `checkout` is the one of the key, null where it is gone. */
export const isHolding = (checkout: CheckoutDocument | null | undefined, key: string): boolean =>
  checkout != null &&
  !['OPEN', 'PLACED', 'EXPIRED', 'CANCELLED', 'REFUNDED'].includes(checkout.status) &&
  holdKey(checkout) === key;
