import type { FulfillmentStatus, OrderStatus, PaymentStatus, Resolvers } from '../__generated__/resolvers';
import { signedInIfPossible } from '../auth/authorize';
import { messagesOfOrder, outboxOfOrder } from '../mail/mail.service';
import { connectionResolvers } from '../lists/connection';
import { maySeeProduct } from '../products/products.service';
import { toProductView } from '../products/productView';
import { claimGuestOrders, countClaimable } from './claimGuestOrders';
import { toFullOrder } from './demoOrder';
import { cancelOrder, isCancellable, undoableUntil, undoOrder } from './endOrder';
import { listMyOrders } from './listOrders';
import type { OrderDocument } from './orderDocument';
import { lineId } from './orderPieces';
import { requestOrderLink } from './orderLink';
import { findOrder } from './orders.service';
import { overallStatus } from './overallStatus';
import { orderEventFields, orderRecordFields } from './orderView';

const statuses: Readonly<Record<OrderDocument['status'], OrderStatus>> = {
  placed: 'PLACED',
  partlyShipped: 'PLACED',
  shipped: 'PLACED',
  delivered: 'COMPLETED',
  cancelled: 'CANCELLED',
};
const fulfillments: Readonly<Record<OrderDocument['status'], FulfillmentStatus>> = {
  placed: 'UNFULFILLED',
  partlyShipped: 'PARTIALLY_FULFILLED',
  shipped: 'FULFILLED',
  delivered: 'DELIVERED',
  cancelled: 'UNFULFILLED',
};
const payments: Readonly<Record<OrderDocument['payment']['status'], PaymentStatus>> = {
  authorized: 'AUTHORIZED',
  capturing: 'AUTHORIZED',
  paid: 'PAID',
  failed: 'FAILED',
  voided: 'VOIDED',
  partiallyRefunded: 'PARTIALLY_REFUNDED',
  refunded: 'REFUNDED',
};

/** In a list. */
const maxPictures = 3;

export const ordersResolvers: Resolvers = {
  Query: {
    order: (_, { number, token }, context) => findOrder(context, number, token ?? null),
    myOrders: (_, input, context) => listMyOrders(context, input),
  },
  Mutation: {
    undoOrder: async (_, { input }, context) => {
      const order = await undoOrder(context, input);
      return { order, returnedToCart: order.cancellation?.returnedToCart ?? 0 };
    },
    cancelOrder: async (_, { input }, context) => ({ order: await cancelOrder(context, input) }),
    findOrder: async (_, { input }, context) => ({ message: await requestOrderLink(context, input) }),
    claimGuestOrders: async (_, { input }, context) => ({ claimed: await claimGuestOrders(context, input) }),
  },
  OrderConnection: {
    ...connectionResolvers(toFullOrder),
    claimable: (_, __, context) => countClaimable(context),
  },
  Order: {
    number: ({ _id }) => _id,
    placedAt: ({ createdAt }) => createdAt,
    updatedAt: ({ updatedAt, createdAt }) => updatedAt ?? createdAt,
    status: ({ status }) => statuses[status],
    paymentStatus: ({ payment }) => payments[payment.status],
    fulfillmentStatus: ({ status }) => fulfillments[status],
    shippingMethodName: ({ shipping }) => shipping.name,
    earliest: ({ shipping }) => shipping.earliest,
    latest: ({ shipping }) => shipping.latest,
    subtotal: ({ subtotalCents }) => subtotalCents,
    shippingTotal: ({ shippingCents }) => shippingCents,
    taxTotal: ({ taxCents }) => taxCents,
    total: ({ totalCents }) => totalCents,
    card: ({ payment }) => payment.card,
    overallStatus,
    pieces: ({ lines }) => lines.reduce((sum, { quantity }) => sum + quantity, 0),
    pictures: ({ lines }) => lines.flatMap(({ photo }) => (photo === null ? [] : [photo])).slice(0, maxPictures),
    refundedTotal: ({ payment }) => payment.refundedCents ?? 0,
    canUndoUntil: (order, _, { saga, now }) => undoableUntil({ provider: saga.provider, now }, order),
    canCancel: (order, _, { saga }) => isCancellable(saga.provider, order),
    messages: ({ _id }, _, context) => messagesOfOrder(context, _id),
    outboxMessages: ({ _id }, _, context) => outboxOfOrder(context, _id),
    isTest: ({ payment }) => payment.provider === 'test',
    ...orderRecordFields,
  },
  OrderEvent: orderEventFields,
  OrderLine: {
    id: lineId,
    product: async ({ productId }, _, context) => {
      const product = productId && (await context.loaders.productById.load(productId.toHexString()));
      return product && maySeeProduct(await signedInIfPossible(context), product) ? toProductView(product) : null;
    },
    picture: ({ photo }) => photo,
    unitPrice: ({ unitPriceCents }) => unitPriceCents,
    total: ({ totalCents }) => totalCents,
    taxRate: ({ taxRate }) => taxRate / 100,
    tax: ({ taxCents }) => taxCents,
  },
};
