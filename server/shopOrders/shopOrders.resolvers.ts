import type { Resolvers } from '../__generated__/resolvers';
import { authorize } from '../auth/authorize';
import { parseInput } from '../graphql/input';
import { lineId } from '../orders/orderPieces';
import { addOrderNote } from './addOrderNote';
import { cancelShopOrder } from './cancelShopOrder';
import { capturePayment } from './capturePayment';
import { createFulfillment } from './createFulfillment';
import { createFulfillments } from './createFulfillments';
import { requireShopOrder } from './requireShopOrder';
import { listShopOrders } from './listShopOrders';
import { listPackingSlips } from './listPackingSlips';
import { markDelivered, undoDelivery } from './markDelivered';
import { previewRefund, refundOrder } from './refundOrder';
import { shopOrderInput } from './shopOrders.input';
import { undoFulfillments } from './undoFulfillments';
import { updateFulfillment } from './updateFulfillment';

export const shopOrdersResolvers: Resolvers = {
  Query: {
    orders: (_, input, context) => listShopOrders(context, input),
    async shopOrder(_, input, context) {
      await authorize(context, 'shopOrder');
      return requireShopOrder(context, parseInput(shopOrderInput, input).number);
    },
    packingSlips: (_, input, context) => listPackingSlips(context, input),
    refundPreview: async (_, { input }, context) => {
      const { order, lines, ...preview } = await previewRefund(context, input);
      return {
        amount: preview.amountCents,
        tax: preview.taxCents,
        shipping: preview.shippingCents,
        extra: preview.extraCents,
        lines: lines.flatMap(({ line, quantity, amountCents }) => {
          const bought = order.lines[line];
          return bought ? [{ id: lineId(bought), name: bought.name, quantity, amount: amountCents }] : [];
        }),
        unsentPieces: lines.reduce((sum, { open }) => sum + open, 0),
        cancels: preview.cancels,
        refundable: preview.refundableCents,
        shippingLeft: preview.shippingLeftCents,
        version: order.version,
      };
    },
  },
  Mutation: {
    createFulfillment: async (_, { input }, context) => createFulfillment(context, input),
    createFulfillments: async (_, { input }, context) => ({ results: await createFulfillments(context, input) }),
    undoFulfillments: async (_, { input }, context) => ({ results: await undoFulfillments(context, input) }),
    updateFulfillment: async (_, { input }, context) => ({ order: await updateFulfillment(context, input) }),
    markDelivered: async (_, { input }, context) => ({ order: await markDelivered(context, input) }),
    undoDelivery: async (_, { input }, context) => ({ order: await undoDelivery(context, input) }),
    capturePayment: async (_, { input }, context) => ({ order: await capturePayment(context, input) }),
    refundOrder: async (_, { input }, context) => ({ order: await refundOrder(context, input) }),
    cancelShopOrder: async (_, { input }, context) => ({ order: await cancelShopOrder(context, input) }),
    addOrderNote: async (_, { input }, context) => ({ order: await addOrderNote(context, input) }),
  },
};
