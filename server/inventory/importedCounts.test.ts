import { importProducts } from '../products/importProducts';
import { createProduct } from '../products/products.service';
import type { ProductDocument } from '../products/products.repository';
import { asAdmin } from '../testing/contexts';
import { sellPieces } from '../testing/sellPieces';
import { useTestDatabase } from '../testing/useTestDatabase';

const database = useTestDatabase();
const repositories = () => database.repositories;
const levelOf = ({ _id }: ProductDocument) => repositories().stock.find(_id);
const sell = (product: ProductDocument, quantity: number) => sellPieces(repositories(), product._id, quantity);

test('C01 the stock column of an import sets the count, a blank ends it, and an unchanged row changes nothing', async () => {
  const root = await asAdmin(repositories(), 'root');
  const load = async (row: object, dryRun = false) => {
    const [result] = await importProducts(root, { rows: [{ slug: 'lamp', ...row }], dryRun });
    return [result?.outcome, result?.errors[0]?.column];
  };
  const lamp = async () => (await repositories().products.findBySlugs(['lamp']))[0] as ProductDocument;
  const countOf = async () => (await levelOf(await lamp()))?.onHand ?? null;
  expect(await load({ name: 'Lamp', price: '5', stock: '12' })).toEqual(['CREATED', undefined]);
  expect(await countOf()).toBe(12);
  expect(await load({ stock: '12' })).toEqual(['UNCHANGED', undefined]);
  expect(await load({ stock: '9' }, true)).toEqual(['UPDATED', undefined]);
  expect(await countOf()).toBe(12);
  expect(await load({ stock: '0', price: '6' })).toEqual(['UPDATED', undefined]);
  expect(await lamp()).toMatchObject({ inStock: false, priceCents: 600 });
  // The column inStock is the switch, not the availability.
  expect(await load({ inStock: 'yes', stock: '0' })).toEqual(['UNCHANGED', undefined]);
  for (const stock of ['many', '-1', '1,299', '1000001']) expect(await load({ stock })).toEqual(['REFUSED', 'stock']);
  expect(await load({ stock: '' })).toEqual(['UPDATED', undefined]);
  expect(await countOf()).toBeNull();
  expect((await lamp()).inStock).toBe(true);
  expect(await load({ stock: '' })).toEqual(['UNCHANGED', undefined]);
});

test('C01 importing a file exported before a sale does not restore the sold pieces', async () => {
  const root = await asAdmin(repositories(), 'root');
  const product = await createProduct(root, { name: 'Lamp', price: 5, stock: 12 });
  await sell(product, 2);
  const load = async (row: object) => {
    const [result] = await importProducts(root, { rows: [{ slug: 'lamp', ...row }], dryRun: false });
    return [result?.outcome, result?.errors[0]?.column];
  };
  const onHand = async () => (await levelOf(product))?.onHand;
  expect(await load({ stock: '12', seenStock: '12' })).toEqual(['UNCHANGED', undefined]);
  expect(await load({ stock: '12', seenStock: '12', price: '6' })).toEqual(['UPDATED', undefined]);
  expect(await onHand()).toBe(10);
  expect(await load({ stock: '20', seenStock: '12' })).toEqual(['REFUSED', 'stock']);
  expect(await load({ stock: '20', seenStock: 'x' })).toEqual(['REFUSED', 'seenStock']);
  expect(await onHand()).toBe(10);
  expect(await load({ stock: '20', seenStock: '10' })).toEqual(['UPDATED', undefined]);
  expect(await onHand()).toBe(20);
});

test('a repeated import reports its first result and does not set the count again', async () => {
  const retry = { idempotencyKey: 'root import' };
  await createProduct(await asAdmin(repositories(), 'root'), { name: 'Lamp', price: 5, stock: 12 });
  const load = async () =>
    importProducts(await asAdmin(repositories(), 'root', retry), {
      rows: [{ slug: 'lamp', stock: '20' }],
      dryRun: false,
    });
  const [first] = await load();
  if (first?.product) await sell(first.product, 2);
  const [again] = await load();
  expect([first?.outcome, again?.outcome]).toEqual(['UPDATED', 'UPDATED']);
  expect(first?.product && (await levelOf(first.product))).toMatchObject({ onHand: 18 });
});
