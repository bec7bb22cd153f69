import type { ExportShopOrdersQuery } from '../../__generated__/lazyOperations';

type ExportedOrder = ExportShopOrdersQuery['orders']['nodes'][number];

/** A plain number without currency or thousands separator, which every spreadsheet reads. */
const dollars = ({ amount }: { amount: number }): string => (amount / 100).toFixed(2);

/** The columns of an export, in their order. */
const cells = {
  number: ({ number }) => number,
  placedAt: ({ placedAt }) => placedAt,
  status: ({ status }) => status,
  paymentStatus: ({ paymentStatus }) => paymentStatus,
  fulfillmentStatus: ({ fulfillmentStatus }) => fulfillmentStatus,
  attention: ({ attention }) => (attention ?? []).join('\n'),
  name: ({ buyer }) => buyer?.name ?? '',
  email: ({ email }) => email,
  pieces: ({ pieces }) => String(pieces),
  subtotal: ({ subtotal }) => dollars(subtotal),
  shipping: ({ shippingTotal }) => dollars(shippingTotal),
  tax: ({ taxTotal }) => dollars(taxTotal),
  total: ({ total }) => dollars(total),
  refunded: ({ refundedTotal }) => dollars(refundedTotal),
  net: ({ netTotal }) => dollars(netTotal),
} as const satisfies Readonly<Record<string, (order: ExportedOrder) => string>>;

export const exportedColumns: readonly string[] = Object.keys(cells);

export const exportedRow = (order: ExportedOrder): string[] => Object.values(cells).map((cell) => cell(order));
