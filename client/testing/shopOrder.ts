import { money, newOrder } from './checkout';

const at = '2026-11-25T14:31:00.000Z';

/** Null for automatic events and those by the buyer. */
const nobody = { actorEmail: null, actorKeyName: null };

/** Two mugs, a mat: $134.00, $9.72 of tax and $4.99 of shipping. */
export function newShopOrder(more: object = {}) {
  const line = (id: string, name: string, quantity: number, price: number) => ({
    ...{ id, name, quantity, picture: null, unitPrice: money(price) },
    ...{ fulfilledQuantity: 0, openQuantity: quantity, refundedQuantity: 0 },
  });
  return {
    ...newOrder(),
    ...{ number: 'K-7QF2-M4XD', version: 4, paymentStatus: 'PAID', canUndoUntil: null },
    ...{ canCancel: true, canCancelByShop: true as boolean | null },
    lines: [line('mug', 'Stoneware mug', 2, 3_800), line('mat', 'Yoga mat', 1, 5_800)],
    buyer: { id: 'anna', accountDeleted: false, name: 'Anna Meyer', email: 'anna@example.com' },
    ...{
      buyerNote: '',
      shippingTotal: money(499),
      total: money(14_871),
      refundable: money(14_871),
      refundOwed: money(0),
    },
    capturedTotal: money(14_871),
    ...{ invoiceNumber: null as string | null, creditNotes: [] as object[] },
    ...{ attention: [] as string[], authorizedUntil: null, fulfillments: [] as object[], refunds: [] as object[] },
    disputes: [] as object[],
    ledger: [
      { at: '2026-11-25T14:21:00.000Z', what: 'AUTHORIZED', amount: money(14_871), balance: money(0) },
      { at, what: 'CAPTURED', amount: money(14_871), balance: money(14_871) },
    ],
    timeline: [
      { ...nobody, at: '2026-11-25T14:21:00.000Z', kind: 'PLACED', by: 'BUYER', amount: null, text: null },
      { ...nobody, at, kind: 'CAPTURED', by: null, amount: money(14_871), text: null },
    ],
    outboxMessages: [] as object[],
    ...more,
  };
}

export const newParcel = (more: object = {}) => ({
  ...{ id: 'f1', lines: [{ id: 'mug', name: 'Stoneware mug', quantity: 1 }], carrier: 'UPS', trackingNumber: '1Z 999' },
  ...{ trackingUrl: 'https://www.ups.com/track?tracknum=1Z999', shippedAt: at, deliveredAt: null, canUndoUntil: null },
  ...more,
});

export const newRefund = (more: object = {}) => ({
  ...{ id: 'r1', amount: money(4_076), shipping: money(0), status: 'SUCCEEDED', at, failedAt: null },
  ...more,
});

/** For the mug, as the server calculates it. */
export const newPreview = (more: object = {}) => ({
  ...{ amount: money(4_076), tax: money(276), shipping: money(0), extra: money(0), version: 4 },
  lines: [{ id: 'mug', name: 'Stoneware mug', quantity: 1, amount: money(4_076) }],
  unsentPieces: 0,
  cancels: false,
  ...{ refundable: money(14_871), shippingLeft: money(499) },
  ...more,
});
