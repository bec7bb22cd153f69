import type { DemoOrderDocument, OrderDocument } from './orderDocument';

const nowhere = {
  ...{ fullName: '', company: '', streetLine1: '', streetLine2: '', city: '', region: '', postalCode: '' },
  ...{ countryCode: '', phoneNumber: '' },
};

/** A demo order of an older version in the present format, with empty values for what is unknown; it was never paid. */
export function toFullOrder(order: OrderDocument | DemoOrderDocument): OrderDocument {
  if ('payment' in order) return order;
  const { _id, buyerUid, status, createdAt, totalCents } = order;
  return {
    ...{ _id, checkout: '', buyerUid, tokenHash: null, email: '' },
    lines: order.lines.map(({ slug, name, priceCents, quantity }) => ({
      ...{ productId: null, name, slug, photo: null, quantity, unitPriceCents: priceCents },
      ...{ totalCents: priceCents * quantity, taxRate: 0, taxCents: 0 },
    })),
    ...{ shippingAddress: nowhere, billingAddress: null },
    shipping: { id: '', name: '', earliest: createdAt, latest: createdAt },
    ...{ taxZone: null, subtotalCents: totalCents, shippingCents: 0, taxCents: 0, taxIncluded: false, totalCents },
    ...{ note: '', status },
    payment: {
      ...{ id: '', provider: 'none', card: null, captureAt: null },
      ...(status === 'cancelled'
        ? { status: 'voided', capturedCents: 0 }
        : { status: 'paid', capturedCents: totalCents, capturedAt: createdAt }),
    },
    ...{ createdAt, version: 0 },
  };
}
