import type { Context } from '../context';
import type { StoredOrderEvent } from '../orders/orderDocument';

/** The timeline entry of an admin's change. */
export const shopEvent = (
  { now }: Pick<Context, 'now'>,
  byUid: string,
  event: Pick<StoredOrderEvent, 'kind'> & Partial<Pick<StoredOrderEvent, 'amountCents' | 'text'>>,
): StoredOrderEvent => ({ at: now(), by: 'SHOP', byUid, amountCents: null, ...event });
