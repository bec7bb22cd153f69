import type { Resolvers } from '../__generated__/resolvers';
import { connectionResolvers } from '../lists/connection';
import { contentOf, findOutboxMessage, listOutboxMessages, resendMessage, sendTestMessage } from './mail.service';
import type { OutboxDocument } from './outbox.repository';

export const mailResolvers: Resolvers = {
  Query: {
    outboxMessages: (_, input, context) => listOutboxMessages(context, input),
    outboxMessage: (_, input, context) => findOutboxMessage(context, input),
  },
  Mutation: {
    resendMessage: async (_, { input }, context) => ({ outboxMessage: await resendMessage(context, input) }),
    sendTestMessage: async (_, _input, context) => ({ outboxMessage: await sendTestMessage(context) }),
  },
  OutboxMessage: {
    id: ({ _id }) => _id,
    kind: ({ content }) => content.kind,
    orderNumber: ({ order }) => order,
    isDeliveryOn: (_, _input, { mail }) => mail.isSent,
    content: (message, _, context) => contentOf(context, message),
  },
  OutboxMessageConnection: connectionResolvers((message: OutboxDocument) => message),
  OrderMessage: {
    id: ({ _id }) => _id,
    kind: ({ content }) => content.kind,
    content: (message, _, { mail }) => mail.read(message),
  },
};
