import type { Db } from 'mongodb';

/**
 * Migration: up to version 9 some orders lacked the date of capture. The ledger defaults to the date of placing;
 * reports query the stored field. The version is bumped, so that concurrent changes of earlier reads conflict.
 */
export async function dateCaptures(db: Db): Promise<void> {
  await db
    .collection('orders')
    .updateMany({ 'payment.capturedCents': { $gt: 0 }, 'payment.capturedAt': { $exists: false } }, [
      { $set: { 'payment.capturedAt': '$createdAt', version: { $add: ['$version', 1] } } },
    ]);
}
