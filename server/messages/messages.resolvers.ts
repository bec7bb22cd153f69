import type { Resolvers } from '../__generated__/resolvers';
import { sendContactMessage } from './messages.service';

export const messagesResolvers: Resolvers = {
  Mutation: {
    sendContactMessage: async (_, { input }, context) => ({ contactMessage: await sendContactMessage(context, input) }),
  },
  ContactMessage: { id: ({ _id }) => _id.toHexString() },
};
