import { authorize } from '../auth/authorize';
import type { Context } from '../context';
import { pageInput, parseInput } from '../graphql/input';
import { filterLimits } from '../lists/chooseAccessPath';
import { listingOf } from '../lists/connection';
import { newestFirst } from '../lists/position';
import { countMatching, pageRequest, readPage, type List } from '../lists/readList';
import type { ProductListing } from './listProducts';
import { whole, type ProductDocument } from './products.repository';

/** Products of any status, for exports. */
export async function listAllProducts(context: Context, input: unknown): Promise<ProductListing> {
  await authorize(context, 'allProducts');
  const request = pageRequest(parseInput(pageInput, input), ['allProducts']);
  const list: List<ProductDocument> = {
    order: newestFirst,
    parts: [{ reader: context.repositories.products.list, projection: whole, conditions: {} }],
    limits: filterLimits,
  };
  const listing = listingOf({
    read: () => readPage(list, request),
    countRows: () => countMatching(list),
    countOnce: (count) => context.loaders.count(['allProducts'], count),
  });
  // No price limit applies.
  return { ...listing, hiddenAbovePrice: () => Promise.resolve(0) };
}
