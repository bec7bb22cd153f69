import { actsForShop, authorize } from '../auth/authorize';
import type { Context, SignedIn } from '../context';
import { ConflictError } from '../errors';
import { parseInput } from '../graphql/input';
import { itemChanges } from '../products/productAudit';
import type { ProductDocument } from '../products/products.repository';
import { enforceQuota, requireQuota } from '../products/productQuota';
import { auditItem } from './auditItem';
import { findItem } from './deleteStoreItem';
import { noSuchItem, requireOwnItem } from './requireOwnItem';
import { itemIdInput } from './store.input';
import { insertEntry, isStoreEntry, type StoreItemDocument } from './store.service';

/** As for deleting, but only the shop restores what it has deleted. The copy stays until it expires. */
export async function restoreStoreItem(context: Context, input: unknown): Promise<StoreItemDocument> {
  const signedIn = await authorize(context, 'restoreStoreItem');
  const { id } = parseInput(itemIdInput, input);
  const present = id && (await findItem(context, id));
  const { deletedItems } = context.repositories;
  const kept = present || !id ? null : await deletedItems.find(id, context.now());
  const item = present ?? kept?.item;
  if (!item) throw noSuchItem();
  await requireOwnItem(context, signedIn, item);
  if (!kept) return item;
  if (!kept.deletedByShop) return restoreItem(context, signedIn, item);
  if (!actsForShop(signedIn, 'write:products'))
    throw new ConflictError('Deleted by the shop: only the shop can bring this item back.', 'id');
  const restored = await restoreItem(context, signedIn, item);
  await deletedItems.clearDeletedByShop(item._id);
  return restored;
}

/** Inserts the same record again. The caller checks the permission. */
async function restoreItem(context: Context, signedIn: SignedIn, item: StoreItemDocument): Promise<StoreItemDocument> {
  await refuseDeletedOwner(context, item);
  const changes = (restored: StoreItemDocument) => itemChanges(null, restored);
  return auditItem(context, signedIn, { kind: 'RESTORE_STORE_ITEM', item, changes }, async () =>
    isStoreEntry(item) ? insertEntry(context, item) : restoreProduct(context, signedIn, item),
  );
}

async function restoreProduct(
  context: Context,
  signedIn: SignedIn,
  product: ProductDocument,
): Promise<ProductDocument> {
  const { repositories } = context;
  await requireQuota(context, signedIn, product).catch(async (error: unknown) => {
    // Of two restores at once the other may have taken the last place.
    if (!(await repositories.products.findById(product._id))) throw error;
  });
  const outcome = await repositories.products.insert(product);
  if (outcome === 'inserted') {
    const { ownerIsDeleted } = await enforceQuota(context, signedIn, product);
    // As dated by the database.
    if (!ownerIsDeleted) return (await repositories.products.findById(product._id)) ?? product;
    await repositories.products.deleteById(product._id);
    throw ownerDeleted();
  }
  // Restored concurrently; if both id and slug are taken, servers differ in which they report.
  const present = await repositories.products.findById(product._id);
  if (present) return present;
  throw outcome === 'slugTaken' ? new ConflictError('This slug is taken.', 'slug') : noSuchItem();
}

/** Checked before and after the insert: the later of two concurrent writers removes the record. */
async function refuseDeletedOwner({ repositories }: Context, { ownerUid }: StoreItemDocument): Promise<void> {
  if (await repositories.deletedUsers.has(ownerUid)) throw ownerDeleted();
}

const ownerDeleted = () => new ConflictError("This item cannot come back: its owner's account has been deleted.");
