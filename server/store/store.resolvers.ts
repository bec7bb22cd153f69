import type { Resolvers } from '../__generated__/resolvers';
import { connectionResolvers } from '../listing';
import { ownerEmail } from '../ownerEmail';
import { toDollars } from '../products/money';
import { storedItemFields } from '../products/storedItem';
import { bulkUpdateProducts } from './bulkUpdateProducts';
import { deleteStoreItem } from './deleteStoreItem';
import { restoreStoreItem } from './restoreStoreItem';
import { addToStore, entryNews, findCart, isStoreEntry } from './store.service';
import { listStoreItems } from './storeItems';

export const storeResolvers: Resolvers = {
  Query: {
    cart: (_, { email }, context) => findCart(context, email ?? null),
    storeItems: (_, { email, filter, sort, first, after }, context) =>
      listStoreItems(context, { email, filter, sort, first, after }),
  },
  Mutation: {
    addToStore: async (_, { input }, context) => ({ storeEntry: await addToStore(context, input) }),
    deleteStoreItem: async (_, { input }, context) => ({ storeItem: await deleteStoreItem(context, input) }),
    restoreStoreItem: async (_, { input }, context) => ({ storeItem: await restoreStoreItem(context, input) }),
    bulkUpdateProducts: async (_, { input }, context) => ({ results: await bulkUpdateProducts(context, input) }),
  },
  StoreItem: { __resolveType: (item) => (isStoreEntry(item) ? 'StoreEntry' : 'Product') },
  StoreEntry: {
    ...storedItemFields,
    id: ({ _id }) => _id.toHexString(),
    status: () => 'ACTIVE',
    email: ({ ownerUid }, _, context) => ownerEmail(context, ownerUid),
    notice: async (entry, _, context) => (await entryNews(context, entry)).notice,
    currentPrice: async (entry, _, context) => {
      const { currentPriceCents } = await entryNews(context, entry);
      return currentPriceCents === null ? null : toDollars(currentPriceCents);
    },
  },
  StoreItemConnection: connectionResolvers,
};
