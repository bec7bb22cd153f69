import { z } from 'zod';
import type { Context } from '../context';
import { parseRecordId } from '../database/recordId';
import { NotFoundError } from '../errors';
import { line, orNull } from '../graphql/input';
import type { ProductDocument } from './products.repository';
import { findByAddress } from './products.service';

/** Identifies a product by slug, or by id, which stays the same after a rename. */
export interface ProductKey {
  readonly slug: string | null;
  readonly productId: string | null;
}

export const productKeyFields = {
  slug: orNull(line({ field: 'slug', minimum: 1, maximum: 200 })),
  productId: orNull(z.string({ error: 'productId must be an id' })),
};

const isSome = ({ slug, productId }: ProductKey) => slug !== null || productId !== null;
const isOne = ({ slug, productId }: ProductKey) => slug === null || productId === null;
/** The specification's message for a missing key. */
const noKey = { error: 'Slug is required.', path: ['slug'] };
const twoKeys = { error: 'Give either a slug or a productId', path: ['slug'] };

export const someKey = [isSome, noKey] as const;
export const oneKey = [isOne, twoKeys] as const;

export async function findByKey(
  { repositories }: Pick<Context, 'repositories'>,
  { slug, productId }: ProductKey,
): Promise<ProductDocument | null> {
  if (slug !== null) return findByAddress(repositories, slug);
  const id = parseRecordId(productId ?? '');
  return id && repositories.products.findById(id);
}

export const keyField = ({ slug }: ProductKey) => (slug === null ? 'productId' : 'slug');

export const noSuchProduct = (key: ProductKey) => new NotFoundError('There is no such product.', keyField(key));
