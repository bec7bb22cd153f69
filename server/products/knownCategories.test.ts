import { buildProduct } from '../testing/builders';
import { asAdmin, asUser } from '../testing/contexts';
import { testOfPlans } from '../testing/recordCommands';
import { useRecordedDatabase } from '../testing/useRecordedDatabase';
import { importProducts } from './importProducts';
import { createProduct } from './products.service';

const common = 30;
const shop = useRecordedDatabase(async ({ repositories }) => {
  const products = Array.from({ length: common }, (_, number) =>
    buildProduct({ name: `Cap ${number}`, slug: `cap-${number}`, categories: ['Hats, caps', '$a, b'] }),
  );
  await repositories.products.insertMany(products);
}, 60_000);

const numberOf = async (work: () => Promise<unknown>) => (await shop.watch.commandsOf(work)).length;
const lines = (count: number, textOf: (number: number) => string) => Array.from({ length: count }, (_, n) => textOf(n));
const tooMany = { field: 'categories', message: 'Categories may hold at most 10 texts' };

test('recognizes the texts that are a category of some product, with one command', async () => {
  const { products } = shop.watch.repositories;
  const read = () => products.findKnownCategories(['Hats, caps', 'Mugs, cups', '$a, b', 'Hats']);
  expect(await read()).toEqual(new Set(['Hats, caps', '$a, b']));
  expect(await shop.watch.commandsOf(read)).toEqual(['aggregate products']);
  expect(await shop.watch.commandsOf(() => products.findKnownCategories([]))).toEqual([]);
});

testOfPlans('examines one product of each known category', async () => {
  const { products } = shop.watch.repositories;
  const { examined } = await shop.watch.examinedBy(() => products.findKnownCategories(['Hats, caps', 'Mugs, cups']));
  expect(examined).toBe(1);
});

test.each([
  ['different', lines(20_000, (number) => `${number},`).join('\n')],
  ['the same', lines(20_000, () => 'a,').join('\n')],
])('refuses many %s lines of categories on their field, after few commands', async (_which, categoriesText) => {
  const owner = await asUser(shop.watch.repositories, 'ada');
  const create = () => createProduct(owner, { name: 'Lamp', price: 1, categoriesText });
  expect(await numberOf(() => expect(create()).rejects.toMatchObject(tooMany))).toBeLessThanOrEqual(2);
});

test('an import looks up the categories of all its rows with few commands', async () => {
  const root = await asAdmin(shop.watch.repositories, 'root');
  const load = (textOf: (row: number) => string) =>
    importProducts(root, {
      dryRun: true,
      rows: lines(100, (row) => textOf(row)).map((categories) => ({ name: 'Lamp', price: '1', categories })),
    });
  const without = await numberOf(() => load(() => 'Lamps'));
  const ten = (row: number) => lines(10, (number) => `${row}, ${number}`).join('\n');
  expect((await numberOf(() => load(ten))) - without).toBeLessThanOrEqual(10);
  const hundred = (row: number) => lines(100, (number) => `${row}, ${number}`).join('\n');
  expect(await numberOf(() => load(hundred))).toBe(without);
  const [refused] = await load(hundred);
  expect(refused).toMatchObject({ outcome: 'REFUSED', errors: [{ column: 'categories', message: tooMany.message }] });
});
