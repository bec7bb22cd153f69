import type { ObjectId } from 'mongodb';
import { z } from 'zod';
import { authorize } from '../auth/authorize';
import type { Context, SignedIn } from '../context';
import { newId } from '../database/newId';
import { parseRecordId } from '../database/recordId';
import { ConflictError, refusalIn } from '../errors';
import { parseInput } from '../graphql/input';
import { itemSuccess, resultOfRefusal, type ItemResult } from '../graphql/itemFailure';
import { mapByKey } from '../database/mapByKey';
import { retryOnConflict } from '../products/retryOnConflict';
import type { ProductChanges } from '../products/products.input';
import { changeProduct } from '../products/updateProduct';
import { deleteItem, findItem, findOwnDeletion } from './deleteStoreItem';
import { noSuchItem, refuseCarts } from './requireOwnItem';
import { isStoreEntry, type StoreItemDocument } from './store.service';

const maxItems = 100;
const idsRule = `ids must hold 1 to ${maxItems} ids`;

const changesOf = {
  ACTIVATE: { status: 'active' },
  DEACTIVATE: { status: 'inactive' },
  IN_STOCK: { inStock: true },
  OUT_OF_STOCK: { inStock: false },
} as const satisfies Record<string, ProductChanges>;

const actions = ['DELETE', 'ACTIVATE', 'DEACTIVATE', 'IN_STOCK', 'OUT_OF_STOCK'] as const;
type Action = (typeof actions)[number];

const bulkInput = z.strictObject({
  ids: z
    .array(z.string({ error: idsRule }), { error: idsRule })
    .min(1, idsRule)
    .max(maxItems, idsRule),
  action: z.enum(actions, { error: `action must be ${actions.join(', ')}` }),
});

export interface BulkItemResult extends ItemResult {
  readonly id: string;
  readonly storeItem: StoreItemDocument | null;
}

/** Applies the single-item operations; only the permission is checked once for all. */
export async function bulkUpdateProducts(context: Context, input: unknown): Promise<BulkItemResult[]> {
  const signedIn = await authorize(context, 'bulkUpdateProducts');
  const { ids, action } = parseInput(bulkInput, input);
  // Ids are drawn for every item up front, so that a retry assigns each the same one.
  const numbered = ids.map((id) => ({ id, workId: newId(context) }));
  return mapByKey(
    numbered,
    ({ id }) => id,
    async ({ id, workId }) => {
      try {
        const storeItem = await apply(context, signedIn, { id: parseRecordId(id), action, workId });
        return { id, storeItem, ...itemSuccess };
      } catch (error) {
        return { id, storeItem: null, ...resultOfRefusal(refusalIn(error)) };
      }
    },
  );
}

interface Work {
  readonly id: ObjectId | null;
  readonly action: Action;
  /** Identifies this item's operation, so that a retry under the same Idempotency-Key recognizes it. */
  readonly workId: ObjectId;
}

async function apply(context: Context, signedIn: SignedIn, { id, action, workId }: Work): Promise<StoreItemDocument> {
  if (id === null) throw noSuchItem();
  return retryOnConflict(async () => {
    const item = await findItem(context, id);
    const own = item || action !== 'DELETE' ? null : await findOwnDeletion(context, id, workId);
    if (own) return own;
    if (!item) throw noSuchItem();
    refuseCarts(signedIn, item);
    if (action === 'DELETE') return deleteItem(context, signedIn, item, workId);
    if (isStoreEntry(item)) throw new ConflictError('A store entry has neither status nor stock of its own.');
    return changeProduct(context, signedIn, { product: item, changes: changesOf[action], editId: workId });
  });
}
