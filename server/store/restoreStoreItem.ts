import { authorize, requireOwnerOrHide } from '../authorize';
import type { Context, SignedIn } from '../context';
import { ConflictError } from '../errors';
import { parseInput } from '../input';
import { itemChanges } from '../products/productAudit';
import type { ProductDocument } from '../products/products.repository';
import { auditItem } from './auditItem';
import { findItem, noSuchItem } from './deleteStoreItem';
import { itemIdInput } from './store.input';
import { insertEntry, isStoreEntry, type StoreItemDocument } from './store.service';

/** Whoever may delete an item may bring it back. The copy stays until it runs out, so a crash at any point loses nothing. */
export async function restoreStoreItem(context: Context, input: unknown): Promise<StoreItemDocument> {
  const signedIn = await authorize(context, 'restoreStoreItem');
  const { id } = parseInput(itemIdInput, input);
  const present = id && (await findItem(context, id));
  const item = present ?? (id && (await context.repositories.deletedItems.find(id, context.now()))?.item);
  if (!item) throw noSuchItem();
  await requireOwnerOrHide(context, signedIn, item, noSuchItem());
  return present ?? restoreItem(context, signedIn, item);
}

/** Puts the very record back. Whoever calls it has checked the rights. */
async function restoreItem(context: Context, signedIn: SignedIn, item: StoreItemDocument): Promise<StoreItemDocument> {
  await refuseDeletedOwner(context, item);
  const changes = (restored: StoreItemDocument) => itemChanges(null, restored);
  return auditItem(context, signedIn, { kind: 'RESTORE_STORE_ITEM', item, changes }, async () =>
    isStoreEntry(item) ? insertEntry(context, item) : restoreProduct(context, item),
  );
}

async function restoreProduct(context: Context, product: ProductDocument): Promise<ProductDocument> {
  const { repositories } = context;
  const outcome = await repositories.products.insert(product);
  if (outcome === 'inserted') {
    await refuseDeletedOwner(context, product).catch(async (error: unknown) => {
      await repositories.products.delete(product);
      throw error;
    });
    return product;
  }
  // Somebody else has restored it in the same moment; where both id and slug are taken, servers differ in which they name.
  const present = await repositories.products.findById(product._id);
  if (present) return present;
  throw outcome === 'slugTaken' ? new ConflictError('Another product has taken its slug.', 'slug') : noSuchItem();
}

/** Looked at before the record is put back, and again after it: whoever comes second of the two leaves nothing behind. */
async function refuseDeletedOwner({ repositories }: Context, { ownerUid }: StoreItemDocument): Promise<void> {
  if (await repositories.deletedUsers.has(ownerUid))
    throw new ConflictError("This item cannot come back: its owner's account has been deleted.");
}
