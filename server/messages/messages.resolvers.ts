import type { Resolvers } from '../__generated__/resolvers';
import { connectionResolvers } from '../lists/connection';
import type { ContactMessageDocument } from './messages.repository';
import { countUnreadMessages, listContactMessages, markMessagesRead, sendContactMessage } from './messages.service';

export const messagesResolvers: Resolvers = {
  Query: {
    contactMessages: (_, input, context) => listContactMessages(context, input),
    unreadContactMessages: (_, _input, context) => countUnreadMessages(context),
  },
  Mutation: {
    sendContactMessage: async (_, { input }, context) => ({ contactMessage: await sendContactMessage(context, input) }),
    markContactMessagesRead: async (_, { input }, context) => ({
      contactMessages: await markMessagesRead(context, input),
    }),
  },
  ContactMessage: { id: ({ _id }) => _id.toHexString(), isUnread: ({ readAt = null }) => readAt === null },
  ContactMessageConnection: connectionResolvers((message: ContactMessageDocument) => message),
};
