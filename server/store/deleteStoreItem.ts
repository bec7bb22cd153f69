import type { ObjectId } from 'mongodb';
import { authorize } from '../auth/authorize';
import type { Context, SignedIn } from '../context';
import { newId } from '../database/newId';
import { parseInput } from '../graphql/input';
import { itemChanges } from '../products/productAudit';
import { isShopsDoing } from '../products/shopHold';
import { auditItem } from './auditItem';
import { noSuchItem, requireOwnItem } from './requireOwnItem';
import { itemIdInput } from './store.input';
import { isStoreEntry, type StoreItemDocument } from './store.service';

export async function deleteStoreItem(context: Context, input: unknown): Promise<StoreItemDocument> {
  const signedIn = await authorize(context, 'deleteStoreItem');
  const { id } = parseInput(itemIdInput, input);
  const deletionId = newId(context);
  const present = id && (await findItem(context, id));
  const item = present ?? (id && (await findOwnDeletion(context, id, deletionId)));
  if (!item) throw noSuchItem();
  await requireOwnItem(context, signedIn, item);
  return present ? deleteItem(context, signedIn, present, deletionId) : item;
}

/**
 * Deletes an item, which can be restored for a while. The caller checks the permission. The archive copy is written
 * first: a crash in between leaves the item and a copy that expires. A product changed since it was copied is copied
 * again, so that its last version is archived.
 */
export async function deleteItem(
  context: Context,
  signedIn: SignedIn,
  item: StoreItemDocument,
  deletionId: ObjectId,
): Promise<StoreItemDocument> {
  const changes = (deleted: StoreItemDocument) => itemChanges(deleted, null);
  return auditItem(context, signedIn, { kind: 'DELETE_STORE_ITEM', item, changes }, () =>
    archiveAndDelete(context, item, { deletionId, byShop: isShopsDoing(signedIn, item) }),
  );
}

async function archiveAndDelete(
  context: Context,
  item: StoreItemDocument,
  deletion: { readonly deletionId: ObjectId; readonly byShop: boolean },
): Promise<StoreItemDocument> {
  const { repositories, now } = context;
  for (let seen: StoreItemDocument | null = item; seen; seen = await findItem(context, item._id)) {
    await repositories.deletedItems.archive(seen, { ...deletion, now: now() });
    const wasThere = isStoreEntry(seen)
      ? await repositories.store.delete(seen._id)
      : await repositories.products.delete(seen);
    if (wasThere) return seen;
  }
  throw noSuchItem();
}

export async function findItem({ repositories }: Context, id: ObjectId): Promise<StoreItemDocument | null> {
  return (await repositories.store.findById(id)) ?? repositories.products.findById(id);
}

/** An earlier attempt of this request deleted the item. */
export async function findOwnDeletion(
  { repositories, now }: Context,
  id: ObjectId,
  deletionId: ObjectId,
): Promise<StoreItemDocument | null> {
  const kept = await repositories.deletedItems.find(id, now());
  return kept?.deletionId.equals(deletionId) ? kept.item : null;
}
