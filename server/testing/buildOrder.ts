import { ObjectId } from 'mongodb';
import type { OrderDocument } from '../orders/orderDocument';
import { rateOf, taxWithin } from '../pricing/cents';

interface OrderToBuild {
  /** Unit price in cents, and quantity. */
  readonly lines: readonly (readonly [unitPriceCents: number, quantity: number])[];
  readonly shippingCents?: number;
  /** In basis points. */
  readonly rate?: number;
  readonly shippingRate?: number;
  readonly taxIncluded?: boolean;
}

const address = {
  ...{ fullName: 'Anna Meyer', company: '', streetLine1: '212 Alder Street', streetLine2: '', city: 'San Jose' },
  ...{ region: 'CA', postalCode: '95112', countryCode: 'US', phoneNumber: '' },
};

/** A paid order with no shipments. */
export function buildOrder(
  { lines, shippingCents = 0, rate = 725, shippingRate = 0, taxIncluded = false }: OrderToBuild,
  changes: Partial<OrderDocument> = {},
): OrderDocument {
  const taxOf = taxIncluded ? taxWithin : rateOf;
  const bought = lines.map(([unitPriceCents, quantity], index) => {
    const totalCents = unitPriceCents * quantity;
    const name = { productId: new ObjectId(), name: `Lamp ${index}`, slug: `lamp-${index}`, photo: null };
    return { ...name, quantity, unitPriceCents, totalCents, taxRate: rate, taxCents: taxOf(totalCents, rate) };
  });
  const subtotalCents = bought.reduce((sum, line) => sum + line.totalCents, 0);
  const taxCents = bought.reduce((sum, line) => sum + line.taxCents, 0) + taxOf(shippingCents, shippingRate);
  const totalCents = subtotalCents + shippingCents + (taxIncluded ? 0 : taxCents);
  const createdAt = new Date();
  return {
    ...{ _id: 'K-7QF2-M4XD', checkout: 'c', buyerUid: 'anna', tokenHash: null, email: 'anna@kiosk.test' },
    ...{ lines: bought, shippingAddress: address, billingAddress: null },
    shipping: { id: 'standard', name: 'Standard', earliest: createdAt, latest: createdAt },
    ...{ taxZone: null, subtotalCents, shippingCents, taxCents, taxIncluded, totalCents, note: '', status: 'placed' },
    payment: {
      ...{ id: 'c:1', provider: 'test', card: null, status: 'paid', capturedCents: totalCents },
      ...{ capturedAt: createdAt, captureAt: createdAt },
    },
    ...{ createdAt, version: 1 },
    ...changes,
  };
}
