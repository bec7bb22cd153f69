import { productTermsOf } from '../text/searchTerms';
import { countLimit } from '../lists/connection';
import { buildProduct } from '../testing/builders';
import { everyProduct, productPage } from '../testing/productPages';
import { startTestDatabase } from '../testing/startTestDatabase';
import { useRecordedDatabase } from '../testing/useRecordedDatabase';
import { testOfPlans } from '../testing/recordCommands';
import { countProducts } from './listProducts';

/** More products than a search scans whole; only slightly more on servers that scan all of them for every page. */
const size = process.env['KIOSK_OTHER_PLANS'] ? 1_100 : 2_400;
const pageSize = 24;

const shop = useRecordedDatabase(async ({ repositories }) => {
  const products = Array.from({ length: size }, (_, number) =>
    buildProduct({
      name: `Ribbed ${number % 40 === 0 ? 'Teapot' : 'Mug'} ${number}`,
      slug: `ribbed-${number}`,
      categories: [number % 2 === 0 ? 'Tea' : 'Coffee'],
      price: 1 + (number % 100),
      createdAt: new Date(Date.UTC(2026, 0, 1) + number * 1_000),
    }),
  );
  await repositories.products.insertMany(products);
}, 120_000);

interface Asked {
  readonly search: string;
  readonly category?: string;
  readonly minPrice?: number;
}

const newestOf = (filter: Asked) => ({ filter, sort: 'NEWEST', first: pageSize }) as const;

async function namesFor(filter: Asked): Promise<string[]> {
  return (await productPage(shop.watch.repositories, newestOf(filter))).rows.map(({ name }) => name);
}

testOfPlans(
  'a search for a text frequent in the category examines one document more than the page, even with a price filter',
  async () => {
    const { result, examined } = await shop.watch.examinedBy(() =>
      namesFor({ search: 'ibbed mu', category: 'Coffee', minPrice: 76 }),
    );
    const newest = Array.from({ length: size }, (_, number) => size - 1 - number);
    const wanted = newest.filter((number) => number % 2 === 1 && number % 100 >= 75).slice(0, pageSize);
    expect(result).toEqual(wanted.map((number) => `Ribbed Mug ${number}`));
    expect(examined).toBe(pageSize + 1);
  },
);

testOfPlans('a search for a text rare in the category examines only the matches, in one query', async () => {
  const filter = { search: 'teapot', category: 'Tea', minPrice: 61 };
  const { result, examined } = await shop.watch.examinedBy(() => namesFor(filter));
  expect(result).toHaveLength(2 * Math.floor(size / 200));
  expect(examined).toBe(result.length);
  expect(await shop.watch.readsOf(() => namesFor(filter))).toHaveLength(1);
});

testOfPlans('counts a text rare in the category in one query, examining only the matches', async () => {
  const filter = { search: 'teapot', category: 'Tea', inStockOnly: false, minPrice: 61, maxPrice: null };
  const { result, examined } = await shop.watch.examinedBy(() => countProducts(shop.watch.repositories, filter));
  expect(result).toEqual({ count: 2 * Math.floor(size / 200), isExact: true });
  expect(examined).toBe(result.count);
  expect(await shop.watch.readsOf(() => countProducts(shop.watch.repositories, filter))).toHaveLength(1);
});

test('ignores a product whose category grams match only by a hash collision', async () => {
  const stranger = buildProduct({ name: 'Ribbed Teapot', categories: ['Gifts'] });
  await shop.database.repositories.products.insert(stranger);
  const { categoryGrams } = productTermsOf({ name: 'Ribbed Teapot', categories: ['Tea'] });
  const products = shop.database.db.collection('products');
  await products.updateOne({ _id: stranger._id }, { $set: { categoryGrams } });
  const found = await namesFor({ search: 'teapot', category: 'Tea' });
  expect(found.length).toBeGreaterThan(0);
  expect(found).not.toContain('Ribbed Teapot');
  await products.deleteOne({ _id: stranger._id });
});

test('finds a product only in its new categories after a change of category', async () => {
  const { products } = shop.database.repositories;
  const kettle = buildProduct({ name: 'Whistling Kettle', categories: ['Tea'] });
  await products.insert(kettle);
  await products.update(kettle, { ...kettle, categories: ['Coffee', 'Gifts'] }, kettle._id);
  const found = (category: string) => namesFor({ search: 'whistling', category });
  expect([await found('Tea'), await found('Coffee'), await found('Gifts')]).toEqual([[], [kettle.name], [kettle.name]]);
  await products.delete({ ...kettle, version: kettle.version + 1 });
});

test('returns all matches when the catalogue sample is outdated', async () => {
  const other = await startTestDatabase();
  try {
    await productPage(other.repositories, newestOf({ search: 'nothing yet' }));
    const all = await shop.database.repositories.products.findBySlugs(
      Array.from({ length: size }, (_, number) => `ribbed-${number}`),
    );
    await other.repositories.products.insertMany(all);
    for (const filter of [{ search: 'ribbed' }, { search: 'ribbed', category: 'Tea', minPrice: 3 }]) {
      const found = await everyProduct(other.repositories, { ...newestOf(filter), first: 100 });
      const names = new Set(found.map(({ name }) => name));
      const wanted = all.filter(({ categories, priceCents }) => {
        const { category, minPrice } = { category: categories[0], minPrice: 1, ...filter };
        return categories.includes(category ?? '') && priceCents >= 100 * minPrice;
      });
      expect(names.size).toBe(wanted.length);
      const asked = { category: '', inStockOnly: false, minPrice: null, maxPrice: null, ...filter };
      expect(await countProducts(other.repositories, asked)).toEqual({
        count: Math.min(wanted.length, countLimit),
        isExact: wanted.length <= countLimit,
      });
    }
  } finally {
    await other.stop();
  }
});
