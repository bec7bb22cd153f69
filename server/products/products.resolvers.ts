import type { Resolvers } from '../__generated__/resolvers';
import { constants } from '../constants';
import { connectionResolvers } from '../lists/connection';
import { askedFields } from './askedFields';
import { importProducts } from './importProducts';
import { ownerEmail } from '../users/ownerEmail';
import { listProducts } from './listProducts';
import { createProduct, findProduct, findProducts } from './products.service';
import { show } from './shownProduct';
import { shownStock } from '../stock/shownStock';
import { suggestProducts } from './suggestProducts';
import { updateProduct } from './updateProduct';

export const productsResolvers: Resolvers = {
  Query: {
    products: (_, input, context, info) => listProducts(context, { ...input, fields: askedFields(info) }),
    product: async (_, { slug }, context) => {
      const product = await findProduct(context, slug);
      return product && show(product);
    },
    productsBySlugs: async (_, { slugs }, context) =>
      (await findProducts(context, slugs)).map((product) => product && show(product)),
    productSuggestions: (_, input, context) => suggestProducts(context, input),
    categories: () => [...constants.categories],
  },
  Mutation: {
    createProduct: async (_, { input }, context) => ({ product: show(await createProduct(context, input)) }),
    updateProduct: async (_, { input }, context) => ({ product: show(await updateProduct(context, input)) }),
    importProducts: async (_, { input }, context) => ({ results: await importProducts(context, input) }),
  },
  Product: {
    email: ({ stored }, _, context) => ownerEmail(context, stored.ownerUid),
    stock: ({ stored }, _, context) => shownStock(context, stored),
  },
  ImportProductResult: { product: ({ product }) => product && show(product) },
  ProductSuggestions: { products: ({ products }) => products.map(show) },
  ProductConnection: {
    ...connectionResolvers(show),
    hiddenAbovePrice: (listing) => listing.hiddenAbovePrice(),
  },
};
