import type { Resolvers } from '../__generated__/resolvers';
import { deleteAddress, listAddresses, saveAddress } from './addresses.service';

export const addressesResolvers: Resolvers = {
  Query: { addresses: async (_, _arguments, context) => [...(await listAddresses(context))] },
  Mutation: {
    saveAddress: async (_, { input }, context) => ({ addresses: [...(await saveAddress(context, input))] }),
    deleteAddress: async (_, { input }, context) => ({ addresses: [...(await deleteAddress(context, input))] }),
  },
};
