import type { Resolvers } from '../__generated__/resolvers';
import { isExample } from '../settings/isExample';
import { sellerOf } from '../settings/shopSettings';
import { readSellerSettings, saveSellerSettings } from './sellerSettings.service';

export const sellerSettingsResolvers: Resolvers = {
  Query: {
    sellerSettings: (_, _arguments, context) => readSellerSettings(context),
  },
  Mutation: {
    saveSellerSettings: async (_, { input }, context) => ({
      sellerSettings: await saveSellerSettings(context, input),
    }),
  },
  SellerSettings: {
    seller: sellerOf,
    isExample,
  },
};
