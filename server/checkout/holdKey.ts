import { isUnderWay, type CheckoutDocument } from './checkouts.repository';

/**
 * The key of a hold or a claim identifies one submission of a checkout, so that a driver that was paused since an
 * earlier submission neither holds for this one nor releases its holds.
 */
export const holdKey = ({ _id, submissions }: Pick<CheckoutDocument, '_id' | 'submissions'>): string =>
  `${_id}:${submissions}`;

export const checkoutOfKey = (key: string): string => key.split(':')[0] ?? '';

/** Whether the hold with this key is still needed; `checkout` is the one of the key, null if deleted. */
export const isHolding = (checkout: CheckoutDocument | null | undefined, key: string): boolean =>
  checkout != null && isUnderWay(checkout) && checkout.status !== 'REFUNDING' && holdKey(checkout) === key;
