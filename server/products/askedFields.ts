import type { GraphQLResolveInfo } from 'graphql';
import type { Product } from '../__generated__/resolvers';
import { namesBelow } from '../graphql/namesBelow';
import type { ProductDocument } from './products.repository';

type StoredField = keyof ProductDocument;

/** Stored fields that a reader wants; a product that was read for them may lack the others. */
export type AskedFields = readonly StoredField[];

/** What each field of the schema is made of, beside the id. */
const madeOf: Readonly<Record<Exclude<keyof Product, '__typename'>, AskedFields>> = {
  id: [],
  name: ['name'],
  slug: ['slug'],
  photos: ['photos'],
  pictures: ['photos'],
  description: ['description'],
  price: ['priceCents'],
  originalPrice: ['originalPriceCents'],
  discount: ['discount'],
  inStock: ['inStock'],
  status: ['status'],
  categories: ['categories'],
  rating: ['rating'],
  reviewCount: ['reviewCount'],
  email: ['ownerUid'],
  createdAt: ['createdAt'],
  version: ['version'],
};

const isOfProduct = (name: string): name is keyof typeof madeOf => Object.hasOwn(madeOf, name);

/** What the products below a field of the schema have to be read for. */
export function askedFields(info: Pick<GraphQLResolveInfo, 'fieldNodes' | 'fragments'>): AskedFields {
  return [...namesBelow(info)].filter(isOfProduct).flatMap((name) => madeOf[name]);
}
