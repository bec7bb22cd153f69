import type { Db } from 'mongodb';
import { checkoutsDeclaration, type CheckoutDocument } from '../checkout/checkouts.repository';

/** Migration: up to version 18 a checkout that held nothing kept the hash of its guest's network address. */
export async function forgetCallers(db: Db): Promise<void> {
  await db
    .collection<CheckoutDocument>(checkoutsDeclaration.collection)
    .updateMany({ heldUntil: null, caller: { $ne: null } }, { $set: { caller: null } });
}
