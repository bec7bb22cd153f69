import type { Resolvers } from '../__generated__/resolvers';
import { connectionResolvers } from '../lists/connection';
import { askedFields } from './askedFields';
import { importProducts } from './importProducts';
import { ownerEmail, ownerId } from '../users/ownerEmail';
import { listAllProducts } from './listAllProducts';
import { listProducts } from './listProducts';
import { listRemovedProducts, toRemovedProduct } from './listRemovedProducts';
import { createProduct, findProduct, findProducts, listCategories } from './products.service';
import { toProductView } from './productView';
import { visibleSold, visibleStock } from '../stock/visibleStock';
import { suggestProducts } from './suggestProducts';
import { updateProduct } from './updateProduct';

const { edges, nodes, pageInfo } = connectionResolvers(toRemovedProduct);

export const productsResolvers: Resolvers = {
  Query: {
    products: (_, input, context, info) => listProducts(context, { ...input, fields: askedFields(info) }),
    removedProducts: (_, input, context) => listRemovedProducts(context, input),
    allProducts: (_, input, context) => listAllProducts(context, input),
    product: async (_, asked, context) => {
      const product = await findProduct(context, asked);
      return product && toProductView(product);
    },
    productsBySlugs: async (_, { slugs }, context) =>
      (await findProducts(context, slugs)).map((product) => product && toProductView(product)),
    productSuggestions: (_, input, context) => suggestProducts(context, input),
    categories: (_, __, context) => listCategories(context),
  },
  Mutation: {
    createProduct: async (_, { input }, context) => ({ product: toProductView(await createProduct(context, input)) }),
    updateProduct: async (_, { input }, context) => ({ product: toProductView(await updateProduct(context, input)) }),
    importProducts: async (_, { input }, context) => ({ results: await importProducts(context, input) }),
  },
  Product: {
    email: ({ stored }, _, context) => ownerEmail(context, stored.ownerUid),
    ownerId: ({ stored }, _, context) => ownerId(context, stored.ownerUid),
    stock: ({ stored }, _, context) => visibleStock(context, stored),
    sold: ({ stored }, _, context) => visibleSold(context, stored),
  },
  RemovedProductConnection: { edges, nodes, pageInfo },
  ImportProductError: { code: ({ code = 'BAD_USER_INPUT' }) => code },
  ImportProductResult: { product: ({ product }) => product && toProductView(product) },
  ProductSuggestions: { products: ({ products }) => products.map(toProductView) },
  ProductConnection: {
    ...connectionResolvers(toProductView),
    hiddenAbovePrice: (listing) => listing.hiddenAbovePrice(),
  },
};
