import type { Resolvers } from '../__generated__/resolvers';
import { adjustStock, movementsOf, readAvailability, readStockLevel } from './stock.service';

export const stockResolvers: Resolvers = {
  Query: {
    availability: (_, { slug }, context) => readAvailability(context, slug),
    stockLevel: (_, { id }, context) => readStockLevel(context, id),
  },
  Mutation: {
    adjustStock: async (_, { input }, context) => ({ stockLevel: await adjustStock(context, input) }),
  },
  StockLevel: {
    id: ({ _id }) => _id.toHexString(),
    held: ({ onHand, available }) => onHand - available,
    movements: (level, _, context) => movementsOf(context, level),
  },
  StockMovement: { id: ({ _id }) => _id, orderNumber: ({ order }) => order },
};
