import type { ObjectId } from 'mongodb';
import type { Repositories } from '../database/repositories';
import type { ProductDocument } from './products.repository';

type SyncRepositories = Pick<Repositories, 'products' | 'productSearch' | 'jobs'>;

/** Stores a product and what search knows of it. The job is recorded first, so a crash between the steps is finished later. */
export async function storeProduct(
  repositories: SyncRepositories,
  product: ProductDocument,
  now: Date,
): Promise<'inserted' | 'slugTaken' | 'idTaken'> {
  const job = await startSync(repositories, product._id, now);
  const outcome = await repositories.products.insert(product);
  // Not the given product but what is there by now: it may be deleted already.
  if (outcome !== 'slugTaken') await syncSearch(repositories, product._id);
  await repositories.jobs.finish(job);
  return outcome;
}

/** False when the product was gone already. */
export async function removeProduct(repositories: SyncRepositories, id: ObjectId, now: Date): Promise<boolean> {
  const job = await startSync(repositories, id, now);
  const wasThere = await repositories.products.delete(id);
  await repositories.productSearch.delete(id);
  await repositories.jobs.finish(job);
  return wasThere;
}

async function startSync({ jobs }: SyncRepositories, id: ObjectId, startedAt: Date): Promise<string> {
  const _id = `syncSearch:${id.toHexString()}`;
  await jobs.start({ _id, kind: 'syncSearch', productId: id.toHexString(), startedAt });
  return _id;
}

/**
 * Brings the search collection in line with a product that is there, or is not. What it writes may be out of date by then,
 * so it looks again until nothing has changed in between; then whoever changes the product later syncs it themselves.
 */
export async function syncSearch(
  { products, productSearch }: Omit<SyncRepositories, 'jobs'>,
  id: ObjectId,
): Promise<void> {
  let product = await products.findById(id);
  for (;;) {
    if (product) await productSearch.put(product);
    else await productSearch.delete(id);
    const now = await products.findById(id);
    if (now?.nameLower === product?.nameLower) return;
    product = now;
  }
}
