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
    failedAt: ({ failedAt }) => failedAt ?? null,
    resends: ({ resends = [] }) => [...resends],
    isDeliveryOn: (_, _input, { mail }) => mail.isSent,
    content: (message, _, context) => contentOf(context, message),
  },
  MessageResend: {
    statusBefore: ({ status }) => status,
    actorEmail: async ({ byUid }, _, { loaders }) => (await loaders.personByUid.load(byUid))?.email ?? null,
  },
  OutboxMessageConnection: connectionResolvers((message: OutboxDocument) => message),
  OrderMessage: {
    id: ({ _id }) => _id,
    kind: ({ content }) => content.kind,
    content: (message, _, { mail }) => mail.read(message),
  },
};
