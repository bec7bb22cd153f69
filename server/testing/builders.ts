import { ObjectId } from 'mongodb';
import type { ProductDocument } from '../products/products.repository';
import type { CreateProductInput } from '../products/products.input';
import { productDocument, type ProductExtras } from '../products/productDocument';
import { slugOf } from '../products/slug';
import { testTime } from './contexts';

type ProductOverrides = Partial<CreateProductInput> &
  ProductExtras &
  Partial<Pick<ProductDocument, '_id' | 'ownerUid' | 'createdAt'>>;

/** A record without the time of its last change. */
export function undated(record: object): object {
  const fields: { updatedAt?: unknown } = { ...record };
  delete fields.updatedAt;
  return fields;
}

/** A stored product: 'Blue Lamp' for $24.50, in stock, owned by ada. */
export function buildProduct(overrides: ProductOverrides = {}): ProductDocument {
  const { _id = new ObjectId(), ownerUid = 'ada', createdAt = testTime, ...rest } = overrides;
  const input = {
    name: 'Blue Lamp',
    slug: `${slugOf(rest.name ?? 'Blue Lamp')}-${_id.toHexString().slice(-6)}`,
    description: 'A lamp.',
    price: 24.5,
    discount: 0,
    photos: [],
    categories: ['Home & Garden'],
    inStock: true,
  };
  return productDocument({ ...input, ...rest }, rest, { _id, ownerUid, createdAt });
}
