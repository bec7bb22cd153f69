import { randomUUID } from 'node:crypto';
import type { ObjectId } from 'mongodb';
import type { Repositories } from '../database/repositories';
import type { ProductDocument, ProductFields, SeenProduct } from './products.repository';
import { storedItemFields } from './storedItem';

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

/** Replaces fields of the product if it is as it was seen. Search knows nothing of a product but what follows from its name. */
export async function changeProductFields(
  repositories: SyncRepositories,
  { seen, fields, editId }: { seen: ProductDocument; fields: ProductFields; editId: ObjectId },
  now: Date,
): Promise<ProductDocument | 'changed' | 'slugTaken'> {
  if (fields.nameLower === seen.nameLower) return repositories.products.update(seen, fields, editId);
  const job = await startSync(repositories, seen._id, now);
  const outcome = await repositories.products.update(seen, fields, editId);
  if (typeof outcome === 'object') await syncSearch(repositories, seen._id);
  await repositories.jobs.finish(job);
  return outcome;
}

/** False when the product is not there, or not as it was seen. */
export async function removeProduct(repositories: SyncRepositories, seen: SeenProduct, now: Date): Promise<boolean> {
  const job = await startSync(repositories, seen._id, now);
  const wasThere = await repositories.products.delete(seen);
  await syncSearch(repositories, seen._id);
  await repositories.jobs.finish(job);
  return wasThere;
}

/** Each attempt has a job of its own: one that ends must not take away the job of another that is still at work. */
async function startSync({ jobs }: SyncRepositories, id: ObjectId, startedAt: Date): Promise<string> {
  const _id = `syncSearch:${id.toHexString()}:${randomUUID()}`;
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
    if (product) await productSearch.put({ ...product, name: storedItemFields.name(product) });
    else await productSearch.delete(id);
    const now = await products.findById(id);
    if (now?.nameLower === product?.nameLower) return;
    product = now;
  }
}
