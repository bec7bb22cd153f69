import type { RemovedProduct } from '../__generated__/resolvers';
import { authorize } from '../auth/authorize';
import type { Context } from '../context';
import { BadInputError } from '../errors';
import { parseInput } from '../graphql/input';
import { byChange, changedBetween } from '../lists/changes';
import type { Listing } from '../lists/connection';
import { filterLimits } from '../lists/chooseAccessPath';
import { pageRequest, readPage, type List } from '../lists/readList';
import { removedProductsInput } from './products.input';
import type { ProductDocument } from './products.repository';
import { removalDays, type RemovedProductDocument } from './removedProducts';

type Removed = RemovedProductDocument | Pick<ProductDocument, '_id' | 'status' | 'updatedAt'>;

export type RemovedProductListing = Pick<Listing<Removed>, 'page'>;

const dayMs = 24 * 60 * 60_000;

/** Products that left the catalogue: inactive ones, and tombstones of deleted ones that were not restored. */
export async function listRemovedProducts(context: Context, input: unknown): Promise<RemovedProductListing> {
  await authorize(context, 'removedProducts');
  const { changedSince, ...page } = parseInput(removedProductsInput, input);
  const request = pageRequest(page, ['removedProducts', changedSince]);
  const { products } = context.repositories;
  const now = await products.databaseTime();
  const from = Math.max(changedSince.getTime(), Number(request.after?.key ?? 0));
  if (from < now.getTime() - removalDays * dayMs) {
    throw new BadInputError(`changedSince must be within the last ${removalDays} days`, 'changedSince');
  }
  const conditions = changedBetween(changedSince, now);
  const projection = { status: 1, updatedAt: 1 };
  const isGone = async (row: Removed) =>
    'status' in row || (await context.loaders.productById.load(row._id.toHexString())) === null;
  const list: List<Removed> = {
    order: byChange,
    parts: [
      { reader: products.list, projection, conditions: { status: 'inactive', ...conditions } },
      { reader: products.removed, projection, conditions },
    ],
    matches: isGone,
    limits: filterLimits,
  };
  return { page: () => readPage(list, request) };
}

export const toRemovedProduct = (row: Removed): RemovedProduct => ({
  id: row._id.toHexString(),
  // Always set: the list is ordered by this field.
  updatedAt: row.updatedAt ?? new Date(0),
  reason: 'status' in row ? 'INACTIVE' : 'DELETED',
});
