import type { ObjectId } from 'mongodb';
import type { OrderDocument, StoredFulfillment, StoredOrderEvent, StoredRefund } from '../orders/orderDocument';
import { placedEvent, withEvents } from '../orders/orderEvents';
import { openLines, statusAfter } from '../orders/orderPieces';
import { formatPieces } from '../text/formatPieces';
import { planRefund, planWhole, type RefundPlan } from '../orders/refundRules';
import { priceCheckout, type TaxClass } from '../pricing/priceCheckout';
import type { ShopSettings } from '../settings/shopSettings';
import { addWorkingDays } from '../shipping/workingDays';
import { shippingMethodsFor, taxRatesOf, taxZoneFor } from '../shipping/zonesOf';
import { demoGuest, demoPlaces, type DemoHistory, type DemoOrder } from './demoOrders';
import type { DemoOwner } from './demoProduct';

/** The product data that an order copies. */
export interface DemoGoods {
  /** null: the product no longer exists. */
  readonly productId: ObjectId | null;
  readonly name: string;
  readonly photo: string | null;
  readonly priceCents: number;
  readonly taxClass: TaxClass;
}

interface DemoBuyer {
  readonly uid: string;
  readonly name: string;
  readonly email: string;
}

export interface DemoOrderParts {
  readonly goods: (slug: string) => DemoGoods;
  readonly people: Readonly<Record<DemoOwner, DemoBuyer>>;
  readonly settings: ShopSettings;
  readonly now: Date;
}

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
/** The undo window of a purchase. */
const undoableMs = 10 * minute;

const after = (at: Date, ms: number): Date => new Date(at.getTime() + ms);

/** The order as the shop would have written it at the dates of its history. */
export function buildDemoOrder(parts: DemoOrderParts, demo: DemoOrder): OrderDocument {
  const placed = placedOrder(parts, demo);
  return histories[demo.history](placed, parts.people.admin.uid);
}

function placedOrder({ goods, people, settings, now }: DemoOrderParts, demo: DemoOrder): OrderDocument {
  const { number, buyer, sentTo, daysAgo } = demo;
  const createdAt = after(now, -daysAgo * day);
  const place = demoPlaces[sentTo];
  const [method] = shippingMethodsFor(settings.shipping, place);
  const zone = taxZoneFor(settings.taxes, place);
  const bought = demo.lines.map(({ slug, quantity }) => ({ ...goods(slug), slug, quantity }));
  const totals = priceCheckout({
    lines: bought.map(({ priceCents, quantity, taxClass }) => ({ unitPriceCents: priceCents, quantity, taxClass })),
    shipping: method ?? null,
    tax: zone && taxRatesOf(zone),
    pricesIncludeTax: settings.taxes.pricesIncludeTax,
  });
  const { name, email } = buyer === 'guest' ? demoGuest : people[buyer];
  const checkout = `demo-${number}`;
  return {
    ...{ _id: number, checkout, buyerUid: buyer === 'guest' ? null : people[buyer].uid, tokenHash: null, email },
    lines: bought.map(({ productId, name: title, slug, photo, quantity, priceCents }, index) => {
      const { totalCents = 0, taxRate = 0, taxCents = 0 } = totals.lines[index] ?? {};
      return {
        ...{ productId, name: title, slug, photo, quantity },
        ...{ unitPriceCents: priceCents, totalCents, taxRate, taxCents },
      };
    }),
    ...{ shippingAddress: { fullName: name, ...place }, billingAddress: null },
    shipping: {
      ...{ id: method?.id ?? '', name: method?.name ?? '' },
      earliest: addWorkingDays(createdAt, method?.minDays ?? 0),
      latest: addWorkingDays(createdAt, method?.maxDays ?? 0),
    },
    ...{ taxZone: zone?.name ?? null, subtotalCents: totals.subtotalCents, shippingCents: totals.shippingCents },
    ...{ taxCents: totals.taxCents, taxIncluded: totals.taxIncluded, totalCents: totals.totalCents, note: '' },
    status: 'placed',
    payment: {
      ...{ id: `${checkout}:1`, provider: 'test', card: { brand: 'Visa', last4: '4242' }, status: 'authorized' },
      ...{ capturedCents: 0, captureAt: after(createdAt, undoableMs) },
    },
    ...{ timeline: [placedEvent(createdAt)], fromCart: buyer !== 'guest', createdAt, version: 1 },
  };
}

type Event = Omit<StoredOrderEvent, 'amountCents' | 'by'> & Partial<StoredOrderEvent>;

const withDemoEvent = (order: OrderDocument, event: Event): OrderDocument => ({
  ...order,
  timeline: withEvents(order, { amountCents: null, by: null, ...event }),
});

function captured(order: OrderDocument): OrderDocument {
  const { totalCents: capturedCents, createdAt, payment } = order;
  const capturedAt = after(createdAt, undoableMs);
  const paid = { ...payment, status: 'paid', capturedCents, capturedAt } as const;
  return withDemoEvent({ ...order, payment: paid }, { at: capturedAt, kind: 'CAPTURED', amountCents: capturedCents });
}

interface Parcel {
  readonly byUid: string;
  readonly lines?: StoredFulfillment['lines'];
}

function sent(order: OrderDocument, { byUid, lines = openLines(order) }: Parcel): OrderDocument {
  const shippedAt = after(order.createdAt, 20 * hour);
  const pieces = lines.reduce((sum, { quantity }) => sum + quantity, 0);
  const trackingNumber = `1Z${order._id.replaceAll(/\W/g, '')}`;
  const fulfillment: StoredFulfillment = {
    ...{ id: `${order._id}:parcel`, lines, carrier: 'UPS', trackingNumber, shippedAt, deliveredAt: null },
    ...{ undoUntil: after(shippedAt, 10_000), byUid, step: 'done' },
  };
  const fulfillments = [fulfillment];
  const text = `${formatPieces(pieces)}, UPS, ${trackingNumber}`;
  return withDemoEvent(
    { ...order, fulfillments, status: statusAfter({ ...order, fulfillments }) },
    { at: shippedAt, kind: 'SHIPPED', by: 'SHOP', byUid, text },
  );
}

function delivered(order: OrderDocument, byUid: string): OrderDocument {
  const deliveredAt = after(order.createdAt, 4 * day);
  const fulfillments = (order.fulfillments ?? []).map((each) => ({ ...each, deliveredAt }));
  return withDemoEvent(
    { ...order, fulfillments, status: statusAfter({ ...order, fulfillments }) },
    { at: deliveredAt, kind: 'DELIVERED', by: 'SHOP', byUid },
  );
}

type Refund = Pick<StoredRefund, 'kind' | 'reason' | 'byUid'> & { readonly at: Date };

/** Refunded and restocked. */
function refunded(order: OrderDocument, plan: RefundPlan, { at, ...refund }: Refund): OrderDocument {
  const { payment } = order;
  const refunds = [
    {
      ...{ id: `${order._id}:back`, ...refund, ...plan, restock: true },
      ...{ begunAt: at, doneAt: at, step: 'done' as const },
    },
  ];
  const status = plan.amountCents >= payment.capturedCents ? 'refunded' : 'partiallyRefunded';
  return withDemoEvent(
    { ...order, refunds, payment: { ...payment, status, refundedCents: plan.amountCents } },
    { at, kind: 'REFUNDED', amountCents: plan.amountCents },
  );
}

function ended(order: OrderDocument, kind: 'undo' | 'cancel', at: Date): OrderDocument {
  const returnedToCart = 0;
  return withDemoEvent(
    { ...order, status: 'cancelled', cancellation: { kind, step: 'done', returnedToCart } },
    { at, kind: kind === 'undo' ? 'UNDONE' : 'CANCELLED', by: 'BUYER' },
  );
}

type Story = (placed: OrderDocument, adminUid: string) => OrderDocument;

const histories: Readonly<Record<DemoHistory, Story>> = {
  undoable: (order) => order,
  toShip: captured,
  partlyShipped: (order, byUid) => sent(captured(order), { byUid, lines: [{ line: 0, quantity: 1 }] }),
  shipped: (order, byUid) => sent(captured(order), { byUid }),
  delivered: (order, byUid) => delivered(sent(captured(order), { byUid }), byUid),
  undone(order) {
    const at = after(order.createdAt, 3 * minute);
    const undone = ended(order, 'undo', at);
    const payment = { ...order.payment, status: 'voided', voidedAt: at, refundedCents: 0 } as const;
    return withDemoEvent({ ...undone, payment }, { at, kind: 'VOIDED', amountCents: order.totalCents });
  },
  cancelled(order) {
    const at = after(order.createdAt, 5 * hour);
    const cancelled = ended(captured(order), 'cancel', at);
    return refunded(cancelled, planWhole(captured(order)), { kind: 'cancellation', at, reason: '', byUid: null });
  },
  refundedPartly(order, byUid) {
    const arrived = delivered(sent(captured(order), { byUid }), byUid);
    const plan = planRefund(arrived, { lines: [{ line: 0, quantity: 1 }], shipping: false, extraCents: 0 });
    const at = after(order.createdAt, 6 * day);
    return refunded(arrived, plan, { kind: 'refund', at, reason: 'Arrived with a scratch', byUid });
  },
  refundedWholly(order, byUid) {
    const arrived = delivered(sent(captured(order), { byUid }), byUid);
    const at = after(order.createdAt, 9 * day);
    return refunded(arrived, planWhole(arrived), { kind: 'refund', at, reason: 'Did not fit', byUid });
  },
  captureFailed(order) {
    const at = after(order.createdAt, undoableMs);
    const payment = { ...order.payment, status: 'failed', card: { brand: 'Visa', last4: '0001' } } as const;
    return withDemoEvent({ ...order, payment }, { at, kind: 'CAPTURE_FAILED', amountCents: order.totalCents });
  },
};
