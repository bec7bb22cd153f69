import type { Resolvers } from '../__generated__/resolvers';
import { connectionResolvers } from '../lists/connection';
import type { ProviderPayment } from '../payments/provider';
import { listPaymentNotices, listProviderPayments, replayNotice, sendTestNotice } from './notices.service';
import type { PaymentNoticeDocument } from './paymentNotices.repository';

const { edges, nodes, pageInfo } = connectionResolvers((payment: ProviderPayment) => payment);

export const noticesResolvers: Resolvers = {
  Query: {
    paymentNotices: (_, input, context) => listPaymentNotices(context, input),
    providerPayments: (_, input, context) => listProviderPayments(context, input),
  },
  Mutation: {
    replayNotice: async (_, { input }, context) => ({ paymentNotice: await replayNotice(context, input) }),
    sendTestNotice: async (_, { input }, context) => ({ providerPayment: await sendTestNotice(context, input) }),
  },
  PaymentNotice: {
    id: ({ _id }) => _id,
    orderNumber: ({ paymentId }, _, { loaders }) => paymentId && loaders.orderOfPayment.load(paymentId),
  },
  PaymentNoticeConnection: connectionResolvers((notice: PaymentNoticeDocument) => notice),
  ProviderPayment: {
    orderNumber: ({ order }, _, { loaders }) => loaders.placedOrder.load(order),
    cardBrand: ({ card }) => card?.brand ?? null,
    cardLast4: ({ card }) => card?.last4 ?? null,
    amount: ({ amountCents }) => amountCents,
    captured: ({ capturedCents }) => capturedCents,
    refunded: ({ refundedCents }) => refundedCents,
  },
  ProviderPaymentConnection: { edges, nodes, pageInfo },
};
