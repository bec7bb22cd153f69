import { newStock } from '../stock/stock.repository';
import { buildProduct } from '../testing/builders';
import { useTestDatabase } from '../testing/useTestDatabase';
import type { ProductDocument } from '../products/products.repository';
import { storeSwitches } from './storeSwitches';

const database = useTestDatabase();

test('counted products that were counted while on sale get their switch, all others stay as they are', async () => {
  const { products, stock } = database.repositories;
  const old = new Date('2026-01-01T00:00:00Z');
  const insert = async (count: number | null, fields: Partial<ProductDocument>) => {
    const product = buildProduct({ ownerUid: 'ada' });
    const { _id } = product;
    await products.insert(product);
    const set = { ...fields, updatedAt: old };
    await database.db.collection<ProductDocument>('products').updateOne({ _id }, { $set: set });
    if (count !== null) await stock.create(newStock(_id, count));
    return _id;
  };
  const soldOut = await insert(0, { inStock: false });
  const onSale = await insert(3, { inStock: true });
  const off = await insert(3, { inStock: false, purchasable: false });
  const uncounted = await insert(null, { inStock: false });
  for (let run = 0; run < 2; run += 1) await storeSwitches(database.db, 1);
  const present = await Promise.all([soldOut, onSale, off, uncounted].map((id) => products.findById(id)));
  expect(present.map((product) => [product?.inStock, product?.purchasable])).toEqual([
    [false, true],
    [true, true],
    [false, false],
    [false, undefined],
  ]);
  expect(present.map((product) => product?.updatedAt?.getTime() === old.getTime())).toEqual([false, true, true, true]);
});
