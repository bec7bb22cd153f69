import type { FulfillmentStatus, OrderStatus, PaymentStatus, Resolvers } from '../__generated__/resolvers';
import { messagesOfOrder } from '../mail/mail.service';
import { maySeeProduct } from '../products/products.service';
import { show } from '../products/shownProduct';
import type { OrderDocument } from './orders.repository';
import { findOrder } from './orders.service';

const statuses: Readonly<Record<OrderDocument['status'], OrderStatus>> = {
  placed: 'PLACED',
  shipped: 'PLACED',
  delivered: 'COMPLETED',
  cancelled: 'CANCELLED',
};
const fulfillments: Readonly<Record<OrderDocument['status'], FulfillmentStatus>> = {
  placed: 'UNFULFILLED',
  shipped: 'FULFILLED',
  delivered: 'DELIVERED',
  cancelled: 'UNFULFILLED',
};
const payments: Readonly<Record<OrderDocument['payment']['status'], PaymentStatus>> = {
  authorized: 'AUTHORIZED',
  paid: 'PAID',
  failed: 'FAILED',
  voided: 'VOIDED',
  refunded: 'REFUNDED',
};

export const ordersResolvers: Resolvers = {
  Query: { order: (_, { number, token }, context) => findOrder(context, number, token ?? null) },
  Order: {
    number: ({ _id }) => _id,
    placedAt: ({ createdAt }) => createdAt,
    status: ({ status }) => statuses[status],
    paymentStatus: ({ payment }) => payments[payment.status],
    fulfillmentStatus: ({ status }) => fulfillments[status],
    lines: ({ lines }) => [...lines],
    shippingMethodName: ({ shipping }) => shipping.name,
    earliest: ({ shipping }) => shipping.earliest,
    latest: ({ shipping }) => shipping.latest,
    subtotal: ({ subtotalCents }) => subtotalCents,
    shippingTotal: ({ shippingCents }) => shippingCents,
    taxTotal: ({ taxCents }) => taxCents,
    total: ({ totalCents }) => totalCents,
    card: ({ payment }) => payment.card,
    canUndoUntil: ({ payment, status }, _, { now }) =>
      status === 'placed' && payment.status === 'authorized' && payment.captureAt && payment.captureAt > now()
        ? payment.captureAt
        : null,
    messages: ({ _id }, _, context) => messagesOfOrder(context, _id),
    isTest: ({ payment }) => payment.provider === 'test',
  },
  OrderLine: {
    id: ({ productId }) => productId.toHexString(),
    product: async ({ productId }, _, { loaders }) => {
      const product = await loaders.productById.load(productId.toHexString());
      return product && maySeeProduct(null, product) ? show(product) : null;
    },
    picture: ({ photo }) => photo,
    unitPrice: ({ unitPriceCents }) => unitPriceCents,
    total: ({ totalCents }) => totalCents,
    taxRate: ({ taxRate }) => taxRate / 100,
    tax: ({ taxCents }) => taxCents,
  },
};
