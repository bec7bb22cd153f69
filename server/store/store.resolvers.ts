import type { Resolvers } from '../__generated__/resolvers';
import { connectionResolvers } from '../lists/connection';
import { ownerEmail, ownerId } from '../users/ownerEmail';
import { toDollars } from '../products/money';
import { isProductView, toProductView } from '../products/productView';
import { storedItemFields } from '../products/storedItem';
import { bulkUpdateProducts } from './bulkUpdateProducts';
import { deleteStoreItem } from './deleteStoreItem';
import { restoreStoreItem } from './restoreStoreItem';
import {
  addToStore,
  entryStatus,
  findCart,
  hasOtherPrice,
  isStoreEntry,
  type StoreItemDocument,
} from './store.service';
import { listStoreItems } from './storeItems';

const showItem = (item: StoreItemDocument) => (isStoreEntry(item) ? item : toProductView(item));

export const storeResolvers: Resolvers = {
  Query: {
    cart: (_, { email, ownerId }, context) => findCart(context, { email, id: ownerId }),
    storeItems: (_, { email, ownerId, ...input }, context) =>
      listStoreItems(context, { ...input, owner: { email, id: ownerId } }),
  },
  Mutation: {
    addToStore: async (_, { input }, context) => {
      const storeEntry = await addToStore(context, input);
      return { storeEntry, priceHasChanged: hasOtherPrice(storeEntry, input.seenPrice) };
    },
    deleteStoreItem: async (_, { input }, context) => ({ storeItem: showItem(await deleteStoreItem(context, input)) }),
    restoreStoreItem: async (_, { input }, context) => ({
      storeItem: showItem(await restoreStoreItem(context, input)),
    }),
    bulkUpdateProducts: async (_, { input }, context) => ({ results: await bulkUpdateProducts(context, input) }),
  },
  StoreItem: { __resolveType: (item) => (isProductView(item) ? 'Product' : 'StoreEntry') },
  StoreEntry: {
    ...storedItemFields,
    id: ({ _id }) => _id.toHexString(),
    status: () => 'ACTIVE',
    email: ({ ownerUid }, _, context) => ownerEmail(context, ownerUid),
    ownerId: ({ ownerUid }, _, context) => ownerId(context, ownerUid),
    productSlug: async (entry, _, context) => (await entryStatus(context, entry)).slug,
    notice: async (entry, _, context) => (await entryStatus(context, entry)).notice,
    currentPrice: async (entry, _, context) => {
      const { currentPriceCents } = await entryStatus(context, entry);
      return currentPriceCents === null ? null : toDollars(currentPriceCents);
    },
  },
  BulkProductResult: { storeItem: ({ storeItem }) => storeItem && showItem(storeItem) },
  StoreItemConnection: connectionResolvers(showItem),
};
