import type { Resolvers } from '../__generated__/resolvers';
import { connectionResolvers } from '../lists/connection';
import type { ContactMessageDocument } from './messages.repository';
import { listContactMessages, sendContactMessage } from './messages.service';

export const messagesResolvers: Resolvers = {
  Query: { contactMessages: (_, input, context) => listContactMessages(context, input) },
  Mutation: {
    sendContactMessage: async (_, { input }, context) => ({ contactMessage: await sendContactMessage(context, input) }),
  },
  ContactMessage: { id: ({ _id }) => _id.toHexString() },
  ContactMessageConnection: connectionResolvers((message: ContactMessageDocument) => message),
};
