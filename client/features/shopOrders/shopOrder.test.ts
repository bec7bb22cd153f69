import { isStillCharged } from './shopOrder';

test.each([
  ['PAID', 'UNFULFILLED', true],
  ['PARTIALLY_REFUNDED', 'UNFULFILLED', true],
  ['AUTHORIZED', 'UNFULFILLED', false],
  ['REFUNDED', 'UNFULFILLED', false],
  ['PAID', 'PARTIALLY_FULFILLED', false],
] as const)(
  'C42 the undo of a shipment that leaves an order %s and %s speaks of the money: %s',
  (paymentStatus, fulfillmentStatus, isSaid) => {
    expect(isStillCharged({ paymentStatus, fulfillmentStatus })).toBe(isSaid);
  },
);
