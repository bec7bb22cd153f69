import { createHmac, randomBytes } from 'node:crypto';
import { Binary, type Db } from 'mongodb';
import { unlessDuplicate } from './databaseErrors';

interface KeyDocument {
  _id: 'shopKey';
  key: Binary;
}

export type ShopKeyRepository = ReturnType<typeof createShopKeyRepository>;

/**
 * The shop's secret key, created once and stored with the data: all processes share it, and a backup contains it along
 * with the data that depends on it.
 */
export function createShopKeyRepository(db: Db) {
  let key: Promise<Uint8Array> | undefined;
  return {
    /** Keyed hash: equal for equal texts, and opaque without the key. */
    async mac(text: string): Promise<string> {
      key ??= readShopKey(db);
      const known = await key.catch((error: unknown) => {
        key = undefined;
        throw error;
      });
      return createHmac('sha256', known).update(text).digest('base64url');
    },
  };
}

export async function readShopKey(db: Db): Promise<Uint8Array> {
  const meta = db.collection<KeyDocument>('meta');
  const stored = await meta.findOne({ _id: 'shopKey' });
  if (stored) return stored.key.value();
  const made = randomBytes(32);
  // Another process may have created it first.
  return (await unlessDuplicate(meta.insertOne({ _id: 'shopKey', key: new Binary(made) }))) ? made : readShopKey(db);
}
