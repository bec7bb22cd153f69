import type { Repositories } from '../collections/repositories';
import { buildProduct } from './builders';

/** Stores so many products, numbered from 0. */
export async function storeProducts(
  { products }: Repositories,
  count: number,
  fieldsOf: (number: number) => Parameters<typeof buildProduct>[0],
): Promise<void> {
  for (let number = 0; number < count; number += 1) await products.insert(buildProduct(fieldsOf(number)));
}
