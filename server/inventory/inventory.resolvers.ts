import type { Resolvers } from '../__generated__/resolvers';
import { actsForShop, signedInIfPossible } from '../auth/authorize';
import { connectionResolvers } from '../lists/connection';
import type { ProductDocument } from '../products/products.repository';
import { toProductView } from '../products/productView';
import { listStockLevels } from './stockLevels';
import { adjustStock, movementsOf, readAvailability, readStockLevel } from './inventory.service';

export const inventoryResolvers: Resolvers = {
  Query: {
    availability: (_, asked, context) => readAvailability(context, asked),
    stockLevel: (_, { id }, context) => readStockLevel(context, id),
    stockLevels: (_, input, context) => listStockLevels(context, input),
  },
  Mutation: {
    adjustStock: async (_, { input }, context) => ({ stockLevel: await adjustStock(context, input) }),
  },
  StockLevel: {
    id: ({ _id }) => _id.toHexString(),
    held: ({ onHand, available }) => onHand - available,
    movements: (level, _, context) => movementsOf(context, level),
  },
  ProductStock: {
    id: ({ _id }) => _id.toHexString(),
    product: (product) => toProductView(product),
    level: ({ _id }, _, { loaders }) => loaders.stockById.load(_id.toHexString()),
    sold: ({ _id }, _, { loaders }) => loaders.soldById.load(_id.toHexString()),
  },
  ProductStockConnection: connectionResolvers((product: ProductDocument) => product),
  StockMovement: {
    id: ({ _id }) => _id,
    orderNumber: async ({ order }, _, context) => {
      const caller = await signedInIfPossible(context);
      return caller?.apiKey && !actsForShop(caller, 'read:orders') ? null : order;
    },
  },
};
