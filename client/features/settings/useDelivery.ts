import { useQuery } from '@apollo/client/react';
import { DeliveryDocument, type DeliveryQuery } from '../../__generated__/operations';

export type Delivery = DeliveryQuery['delivery'];
export type DeliveryZone = Delivery['zones'][number];

/** The shoppers' current settings; undefined while they load, and if the server does not respond. */
export function useDelivery(isWanted = true): Delivery | undefined {
  return useQuery(DeliveryDocument, { skip: !isWanted }).data?.delivery;
}

/** The lowest free shipping limit of the first zone, in cents, which carts use; undefined: there is none. */
export function freeAboveOf({ zones }: Delivery): number | undefined {
  const limits = (zones[0]?.methods ?? []).flatMap(({ freeAbove }) => (freeAbove ? [freeAbove.amount] : []));
  return limits.length > 0 ? Math.min(...limits) : undefined;
}
