import type { Db } from 'mongodb';

/**
 * Up to version 9 some orders did not say when their money was taken. The ledger takes it for the moment in which they were placed;
 * reports look for what is stored. Whoever has read one before and changes it meets another version.
 */
export async function dateCaptures(db: Db): Promise<void> {
  await db
    .collection('orders')
    .updateMany({ 'payment.capturedCents': { $gt: 0 }, 'payment.capturedAt': { $exists: false } }, [
      { $set: { 'payment.capturedAt': '$createdAt', version: { $add: ['$version', 1] } } },
    ]);
}
