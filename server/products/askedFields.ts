import type { FieldNode, GraphQLResolveInfo } from 'graphql';
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
  deactivatedByShop: ['heldByShop'],
};

const isOfProduct = (name: string): name is keyof typeof madeOf => Object.hasOwn(madeOf, name);

type Asked = Pick<GraphQLResolveInfo, 'fieldNodes' | 'fragments'>;

/** By the field of a document: documents that are asked often are parsed once. */
const known = new WeakMap<FieldNode, AskedFields>();

/** What the products below a field of the schema have to be read for. */
export function askedFields(info: Asked): AskedFields {
  const [field, ...others] = info.fieldNodes;
  // Which of several are asked for together may depend on the variables of their directives.
  if (!field || others.length > 0) return readAskedFields(info);
  const found = known.get(field);
  if (found) return found;
  const read = readAskedFields(info);
  known.set(field, read);
  return read;
}

const readAskedFields = (info: Asked): AskedFields =>
  [...namesBelow(info)].filter(isOfProduct).flatMap((name) => madeOf[name]);
