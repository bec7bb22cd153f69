import { useQuery } from '@apollo/client/react';
import { DeliveryDocument, type DeliveryQuery } from '../../__generated__/operations';

export type Delivery = DeliveryQuery['delivery'];
export type DeliveryZone = Delivery['zones'][number];

/** What is in force for shoppers; undefined until it is known, and where the shop does not answer. */
export function useDelivery(isWanted = true): Delivery | undefined {
  return useQuery(DeliveryDocument, { skip: !isWanted }).data?.delivery;
}

/** The limit of the first zone's cheapest way to have it sent free, in cents, as carts count to it; undefined: there is none. */
export function freeAboveOf({ zones }: Delivery): number | undefined {
  const limits = (zones[0]?.methods ?? []).flatMap(({ freeAbove }) => (freeAbove ? [freeAbove.amount] : []));
  return limits.length > 0 ? Math.min(...limits) : undefined;
}
