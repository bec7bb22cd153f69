import type { Resolvers } from '../__generated__/resolvers';
import { constants } from '../constants';
import { connectionResolvers } from '../listing';
import { askedFields } from './askedFields';
import { importProducts } from './importProducts';
import { ownerEmail } from '../ownerEmail';
import { createProduct, findProduct, listProducts } from './products.service';
import { picturesOf } from './picturesOf';
import { storedProductFields } from './storedItem';
import { updateProduct } from './updateProduct';

export const productsResolvers: Resolvers = {
  Query: {
    products: (_, { filter, sort, first, after }, context, info) =>
      listProducts(context, { filter, sort, first, after, fields: askedFields(info) }),
    product: (_, { slug }, context) => findProduct(context, slug),
    categories: () => [...constants.categories],
  },
  Mutation: {
    createProduct: async (_, { input }, context) => ({ product: await createProduct(context, input) }),
    updateProduct: async (_, { input }, context) => ({ product: await updateProduct(context, input) }),
    importProducts: async (_, { input }, context) => ({ results: await importProducts(context, input) }),
  },
  Product: {
    ...storedProductFields,
    id: ({ _id }) => _id.toHexString(),
    pictures: (product) => picturesOf(storedProductFields.photos(product)),
    status: ({ status }) => (status === 'active' ? 'ACTIVE' : 'INACTIVE'),
    email: ({ ownerUid }, _, context) => ownerEmail(context, ownerUid),
  },
  ProductConnection: {
    ...connectionResolvers,
    hiddenAbovePrice: (listing) => listing.hiddenAbovePrice(),
  },
};
