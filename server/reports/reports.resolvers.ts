import type { Resolvers } from '../__generated__/resolvers';
import { maySeeProduct } from '../products/products.service';
import { toProductView } from '../products/productView';
import { salesReport } from './salesReport';

export const reportsResolvers: Resolvers = {
  Query: { salesReport: (_, input, context) => salesReport(context, input) },
  BestSeller: {
    product: async ({ productId }, _, { loaders }) => {
      const product = productId && (await loaders.productById.load(productId.toHexString()));
      return product && maySeeProduct(null, product) ? toProductView(product) : null;
    },
    picture: ({ photo }) => photo,
  },
};
