/** JSON Schema, as OpenAPI uses it. */
interface DescribedValue {
  readonly type: 'string' | 'integer';
  readonly description: string;
}

/** Event payloads by subject: ids and versions only; receivers read the rest through the API, with their own permissions. */
export const eventData = {
  order: {
    orderNumber: { type: 'string', description: "The order's number." },
    version: { type: 'integer', description: 'Of the order, after the change.' },
  },
  product: {
    productId: { type: 'string', description: "The product's id." },
    version: { type: 'integer', description: 'Of the product, after the change; of a deleted one its last.' },
  },
  count: {
    productId: { type: 'string', description: "The product's id." },
    onHand: { type: 'integer', description: 'How many pieces there are, those that are held for checkouts included.' },
    lowStockThreshold: { type: 'integer', description: 'From how many pieces on the stock is low.' },
    version: { type: 'integer', description: 'Of the count, after the change.' },
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, DescribedValue>>>>;

interface Described {
  readonly data: keyof typeof eventData;
  readonly what: string;
}

/** All webhook events, by type name. */
export const shopEvents = {
  'order.placed': { data: 'order', what: 'An order was placed.' },
  'order.paid': { data: 'order', what: "An order's money was taken." },
  'order.payment_failed': { data: 'order', what: "An order's money could not be taken." },
  'order.shipped': { data: 'order', what: 'Pieces of an order were sent; one event for each shipment.' },
  'order.shipment_changed': { data: 'order', what: 'Carrier or number of a shipment were corrected.' },
  'order.shipment_undone': { data: 'order', what: 'A shipment was taken back.' },
  'order.delivered': { data: 'order', what: 'An order was marked as delivered.' },
  'order.delivery_undone': { data: 'order', what: 'A delivery that was marked by mistake was taken back.' },
  'order.partly_cancelled': { data: 'order', what: 'What of an order had not been sent was cancelled.' },
  'order.cancelled': { data: 'order', what: 'An order was undone or cancelled as a whole.' },
  'order.refunded': { data: 'order', what: 'Money went back; one event for each refund.' },
  'order.refund_failed': { data: 'order', what: 'Money that was given back was refused or did not arrive.' },
  'order.dispute_opened': { data: 'order', what: 'The holder of the card disputes the payment.' },
  'order.dispute_closed': { data: 'order', what: 'Such a dispute was won or lost.' },
  'product.created': {
    data: 'product',
    what: 'A product was created or imported, or a deleted one was brought back.',
  },
  'product.changed': { data: 'product', what: 'A product was changed, or went out of stock or came back.' },
  'product.deleted': { data: 'product', what: 'A product was deleted.' },
  'stock.low': {
    data: 'count',
    what: "The pieces on hand have come to the product's threshold or below.",
  },
} as const satisfies Readonly<Record<string, Described>>;

export type EventType = keyof typeof shopEvents;

export const eventTypes = Object.keys(shopEvents) as readonly EventType[];

type ValuesOf<D> = {
  readonly [Name in keyof D]: D[Name] extends { readonly type: 'integer' } ? number : string;
};

export type EventData = {
  [About in keyof typeof eventData]: ValuesOf<(typeof eventData)[About]>;
}[keyof typeof eventData];
