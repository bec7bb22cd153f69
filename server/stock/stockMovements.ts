import type { Db, ObjectId, UpdateFilter } from 'mongodb';
import type { CollectionDeclaration } from '../database/indexes';
import { insertMissing } from '../database/insertEach';

export type StockReason = 'SALE' | 'RETURN' | 'CORRECTION' | 'DELIVERY' | 'CANCELLATION';

/** A change of the stock on hand; a product's movements sum to its stock. */
export interface StoredMovement {
  /** Derived from its cause, so that it cannot be stored twice. */
  readonly _id: string;
  readonly productId: ObjectId;
  readonly delta: number;
  readonly reason: StockReason;
  /** The admin or owner; null for a sale. */
  readonly byUid: string | null;
  /** The order; null: none. */
  readonly order: string | null;
  readonly at: Date;
}

export const stockMovementsDeclaration: CollectionDeclaration = {
  collection: 'stockMovements',
  indexes: [{ name: 'product', keys: { productId: 1, at: -1, _id: -1 }, reason: 'the movements of a product' }],
};

/** The outbox of movements in a stock document. */
interface PendingMovements {
  readonly _id: ObjectId;
  readonly movements: readonly StoredMovement[];
}

export function movementStore(db: Db, stockCollection: string) {
  const stock = db.collection<PendingMovements>(stockCollection);
  const movements = db.collection<StoredMovement>(stockMovementsDeclaration.collection);
  return {
    hasMovement: async (movementId: string): Promise<boolean> =>
      (await movements.findOne({ _id: movementId }, { projection: { _id: 1 } })) !== null,
    /** Moves the document's movements to their own collection. */
    async storeMovements({ _id, movements: pending }: PendingMovements): Promise<void> {
      if (pending.length === 0) return;
      await insertMissing(movements, [...pending]);
      const ids = pending.map((movement) => movement._id);
      await stock.updateOne({ _id }, { $pull: { movements: { _id: { $in: ids } } } } as UpdateFilter<PendingMovements>);
    },
    movementsOf: (productId: ObjectId, limit: number) =>
      movements.find({ productId }, { sort: { at: -1, _id: -1 }, limit }).toArray(),
    /** Whether the person has made this change within a time range. */
    async hasMadeMovement(
      { productId, byUid, delta }: Pick<StoredMovement, 'productId' | 'byUid' | 'delta'>,
      [from, to]: readonly [Date, Date],
    ): Promise<boolean> {
      const filter = { productId, byUid, delta, at: { $gte: from, $lte: to } };
      if (await movements.findOne(filter, { projection: { _id: 1 } })) return true;
      const pending = (await stock.findOne({ _id: productId }))?.movements ?? [];
      return pending.some((each) => each.byUid === byUid && each.delta === delta && each.at >= from && each.at <= to);
    },
  };
}
