import type { Repositories } from '../database/repositories';
import { storeProduct } from '../products/syncSearch';
import { buildProduct } from './builders';
import { testTime } from './contexts';

/** So many products, numbered from 0, as the shop stores them. */
export async function storeProducts(
  repositories: Repositories,
  count: number,
  fieldsOf: (number: number) => Parameters<typeof buildProduct>[0],
): Promise<void> {
  for (let number = 0; number < count; number += 1)
    await storeProduct(repositories, buildProduct(fieldsOf(number)), testTime);
}
