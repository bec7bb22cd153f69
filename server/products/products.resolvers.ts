import type { Resolvers } from '../__generated__/resolvers';
import { connectionResolvers } from '../lists/connection';
import { askedFields } from './askedFields';
import { importProducts } from './importProducts';
import { ownerEmail } from '../users/ownerEmail';
import { listAllProducts } from './listAllProducts';
import { listProducts } from './listProducts';
import { listRemovedProducts, shownRemoval } from './listRemovedProducts';
import { createProduct, findProduct, findProducts, listCategories } from './products.service';
import { show } from './shownProduct';
import { shownSold, shownStock } from '../stock/shownStock';
import { suggestProducts } from './suggestProducts';
import { updateProduct } from './updateProduct';

const { edges, nodes, pageInfo } = connectionResolvers(shownRemoval);

export const productsResolvers: Resolvers = {
  Query: {
    products: (_, input, context, info) => listProducts(context, { ...input, fields: askedFields(info) }),
    removedProducts: (_, input, context) => listRemovedProducts(context, input),
    allProducts: (_, input, context) => listAllProducts(context, input),
    product: async (_, asked, context) => {
      const product = await findProduct(context, asked);
      return product && show(product);
    },
    productsBySlugs: async (_, { slugs }, context) =>
      (await findProducts(context, slugs)).map((product) => product && show(product)),
    productSuggestions: (_, input, context) => suggestProducts(context, input),
    categories: (_, __, context) => listCategories(context),
  },
  Mutation: {
    createProduct: async (_, { input }, context) => ({ product: show(await createProduct(context, input)) }),
    updateProduct: async (_, { input }, context) => ({ product: show(await updateProduct(context, input)) }),
    importProducts: async (_, { input }, context) => ({ results: await importProducts(context, input) }),
  },
  Product: {
    email: ({ stored }, _, context) => ownerEmail(context, stored.ownerUid),
    stock: ({ stored }, _, context) => shownStock(context, stored),
    sold: ({ stored }, _, context) => shownSold(context, stored),
  },
  RemovedProductConnection: { edges, nodes, pageInfo },
  ImportProductError: { code: ({ code = 'BAD_USER_INPUT' }) => code },
  ImportProductResult: { product: ({ product }) => product && show(product) },
  ProductSuggestions: { products: ({ products }) => products.map(show) },
  ProductConnection: {
    ...connectionResolvers(show),
    hiddenAbovePrice: (listing) => listing.hiddenAbovePrice(),
  },
};
