import { z } from 'zod';
import { line, momentInput, orNull, paragraphs, searchText } from '../graphql/input';
import { orderNumberIn } from '../orders/orderNumber';
import { isBlank } from '../text/cleanLine';

const numberInput = line({ field: 'number', minimum: 1, maximum: 40 });
/** The version of the order that the caller has seen; null: any. */
const versionInput = orNull(z.int({ error: 'version must be a whole number' }));
const idInput = line({ field: 'id', minimum: 1, maximum: 100 });
const reasonInput = orNull(line({ field: 'reason', maximum: 500 })).transform((reason) => reason ?? '');

/** More than any order has. */
const maxLines = 500;
const maxPieces = 500;
const quantityRule = 'quantity must be a whole number of at least 1';

function linesOf(field: string) {
  const rule = `${field} must hold 1 to ${maxLines} lines, each once`;
  const quantity = z.int({ error: quantityRule }).min(1, quantityRule).max(maxPieces, quantityRule);
  return z
    .array(z.strictObject({ id: idInput, quantity }), { error: rule })
    .max(maxLines, rule)
    .refine((lines) => new Set(lines.map(({ id }) => id)).size === lines.length, { error: rule });
}

const linesInput = linesOf('lines');

export type WantedLines = z.infer<typeof linesInput>;

export const orderStatuses = ['PLACED', 'COMPLETED', 'CANCELLED'] as const;
export const paymentStatuses = [
  ...(['PENDING', 'AUTHORIZED', 'PAID', 'PARTIALLY_REFUNDED'] as const),
  ...(['REFUNDED', 'VOIDED', 'FAILED'] as const),
] as const;
export const fulfillmentStatuses = [
  'UNFULFILLED',
  'PARTIALLY_FULFILLED',
  'FULFILLED',
  'DELIVERED',
  'RETURNED',
] as const;

const filterInput = z.strictObject({
  status: orNull(z.enum(orderStatuses, { error: 'status must be a status of orders' })),
  paymentStatus: orNull(z.enum(paymentStatuses, { error: 'paymentStatus must be a status of payments' })),
  fulfillmentStatus: orNull(z.enum(fulfillmentStatuses, { error: 'fulfillmentStatus must be a status of goods' })),
  search: searchText('search', 200),
  from: momentInput('from'),
  to: momentInput('to'),
  changedSince: momentInput('changedSince'),
  needsAttention: orNull(z.boolean({ error: 'needsAttention must be true or false' })).transform(
    (needs) => needs === true,
  ),
  // Omitted unless given, so that cursors issued by older versions stay valid.
  toShip: orNull(z.boolean({ error: 'toShip must be true or false' })).transform((is) =>
    is === true ? is : undefined,
  ),
});

export type OrderFilterInput = z.infer<typeof filterInput>;

export const orderFilterInput = z.preprocess((filter) => filter ?? {}, filterInput);

export const shopOrderInput = z.strictObject({ number: numberInput });

const maxSlips = 50;
const slipsRule = `numbers must hold 1 to ${maxSlips} numbers of orders, each once`;

export const packingSlipsInput = z.strictObject({
  numbers: z
    .array(numberInput, { error: slipsRule })
    .min(1, slipsRule)
    .max(maxSlips, slipsRule)
    .refine((numbers) => new Set(numbers.map(orderNumberIn)).size === numbers.length, slipsRule),
});

const carrierInput = orNull(line({ field: 'carrier', maximum: 60 })).transform((carrier) => carrier || null);
const trackingInput = orNull(line({ field: 'trackingNumber', maximum: 60 })).transform((number) => number || null);

export const fulfillmentInput = z.strictObject({
  number: numberInput,
  lines: orNull(linesInput),
  carrier: carrierInput,
  trackingNumber: trackingInput,
  version: versionInput,
});

export const correctionInput = z.strictObject({
  number: numberInput,
  id: idInput,
  carrier: carrierInput,
  trackingNumber: trackingInput,
  version: versionInput,
});

const maxOrders = 50;
const numbersRule = `numbers must hold 1 to ${maxOrders} numbers`;
export const fulfillmentsInput = z.strictObject({
  numbers: z.array(numberInput, { error: numbersRule }).min(1, numbersRule).max(maxOrders, numbersRule),
  carrier: carrierInput,
});

const fulfillmentsRule = `fulfillments must hold 1 to ${maxOrders} shipments`;
export const undoFulfillmentsInput = z.strictObject({
  fulfillments: z
    .array(z.strictObject({ number: numberInput, id: idInput }), { error: fulfillmentsRule })
    .min(1, fulfillmentsRule)
    .max(maxOrders, fulfillmentsRule),
});

export const deliveredInput = z.strictObject({ number: numberInput, fulfillmentId: orNull(idInput) });
export const captureInput = z.strictObject({ number: numberInput, version: versionInput });
export const cancelInput = z.strictObject({ number: numberInput, reason: reasonInput, version: versionInput });

const amountRule = 'amount must be whole cents of at least 0';
const wantedRefund = {
  number: numberInput,
  lines: orNull(linesInput).transform((lines) => lines ?? []),
  unsentLines: orNull(linesOf('unsentLines')).transform((lines) => lines ?? []),
  shipping: orNull(z.boolean({ error: 'shipping must be true or false' })).transform((shipping) => shipping ?? false),
  amount: orNull(z.int({ error: amountRule }).min(0, amountRule)).transform((amount) => amount ?? 0),
};
export const refundPreviewInput = z.strictObject(wantedRefund);
export const refundInput = z.strictObject({
  ...wantedRefund,
  reason: reasonInput,
  restock: orNull(z.boolean({ error: 'restock must be true or false' })).transform((restock) => restock ?? false),
  version: versionInput,
});

const maxCharacters = 2_000;
export const noteInput = z.strictObject({
  number: numberInput,
  text: paragraphs({ field: 'text', maximum: maxCharacters })
    .transform((text) => (isBlank(text) ? '' : text.trim()))
    .refine((text) => text !== '', 'text is required'),
});
