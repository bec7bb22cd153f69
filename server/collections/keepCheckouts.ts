import type { Db } from 'mongodb';
import { checkoutsDeclaration, finalStatuses, type CheckoutDocument } from '../checkout/checkouts.repository';

/** Migration: up to version 15 a checkout could be removed while it was being bought. */
export async function keepCheckouts(db: Db): Promise<void> {
  await db
    .collection<CheckoutDocument>(checkoutsDeclaration.collection)
    .updateMany({ status: { $nin: ['OPEN', ...finalStatuses] } }, { $set: { expiresAt: null } });
}
