import fc from 'fast-check';
import { ObjectId } from 'mongodb';
import { constants } from '../constants';
import { asAnonymous } from '../testing/contexts';
import { buildProduct } from '../testing/builders';
import { everyProduct } from '../testing/productPages';
import { startTestDatabase, type TestDatabase } from '../testing/startTestDatabase';
import { foldText } from '../text/foldText';
import { matchesFilter } from './productFilter';
import type { ProductFilter } from './products.input';
import type { ProductSort } from './listProducts';
import type { ProductDocument } from './products.repository';
import { listProducts } from './listProducts';

const cases = Number(process.env['KIOSK_PROPERTY_CASES'] ?? 500);

let database: TestDatabase;
beforeAll(async () => {
  database = await startTestDatabase();
});
afterAll(() => database.stop());

/**
 * Few letters, so that texts match often; case foldings that change lengths and coincide; characters outside the BMP.
 */
const letter = fc.constantFrom(
  'a',
  'A',
  'b',
  'ß',
  'İ',
  'Σ',
  'ς',
  'é',
  '\u0301',
  'e',
  'ø',
  'ﬁ',
  'ﷺ',
  '’',
  "'",
  '–',
  '-',
  'ａ',
  'が',
  'か',
  '\u3099',
  '한',
  '\u00ad',
  '\u00a0',
  '🦊',
  '字',
  ' ',
  '.',
  '*',
  '$',
  '\uffff',
  '\u{10ffff}',
);
const text = (maximum: number) => fc.array(letter, { maxLength: maximum }).map((letters) => letters.join(''));
const category = fc.constantFrom('Electronics', 'Fashion', 'Lamps');
const price = fc.constantFrom(0.01, 1, 19.99, 20, 20.01, 499.99, 500, 500.01);

const product = fc.record({
  name: text(24),
  categories: fc.uniqueArray(category, { maxLength: 2 }),
  inStock: fc.boolean(),
  price,
  status: fc.constantFrom('active' as const, 'active' as const, 'inactive' as const),
  rating: fc.constantFrom(null, 3, 4.5, 5),
  minute: fc.nat(4),
});

const filter = fc.record<ProductFilter>({
  search: fc.oneof(fc.constant(''), text(3), text(20)),
  category: fc.constantFrom('', constants.allCategories, 'Electronics', 'Lamps', 'Nothing'),
  inStockOnly: fc.boolean(),
  minPrice: fc.option(price),
  maxPrice: fc.option(price),
});

/** Compares by code point, unlike JavaScript (UTF-16 order puts U+1F98A before U+FFFF) and unlike a collation. */
function compareTexts(a: string, b: string): number {
  const [one, two] = [a, b].map((text) => Array.from(text, (letter) => letter.codePointAt(0) ?? 0));
  for (let at = 0; ; at += 1) {
    const [x, y] = [one?.[at], two?.[at]];
    if (x === undefined || y === undefined) return Number(x !== undefined) - Number(y !== undefined);
    if (x !== y) return x - y;
  }
}

/** Decision 19, restated for the test; ties are broken by id, in the direction of the sort. */
const orders: Record<ProductSort, (a: ProductDocument, b: ProductDocument) => number> = {
  NEWEST: (a, b) => b.createdAt.getTime() - a.createdAt.getTime() || byId(b, a),
  NAME: (a, b) => compareTexts(foldText(a.name), foldText(b.name)) || byId(a, b),
  PRICE_ASC: (a, b) => a.priceCents - b.priceCents || byId(a, b),
  PRICE_DESC: (a, b) => b.priceCents - a.priceCents || byId(b, a),
  RATING: (a, b) => (b.rating ?? 4.5) - (a.rating ?? 4.5) || byId(b, a),
};
const byId = (a: ProductDocument, b: ProductDocument) => Number(`0x${a._id}`) - Number(`0x${b._id}`);
const sorts = Object.keys(orders) as ProductSort[];

/** Stores these products and nothing else. */
async function store(stored: ProductDocument[]): Promise<void> {
  await database.db.collection('products').deleteMany({});
  await database.repositories.products.insertMany(stored);
}

test.each(['', 'lamp', 'amp', 'green lamp of a kind'])(
  "sorts NAME by code point of the folded names, from the index or in memory: searching '%s'",
  async (search) => {
    const names = ['a', 'é', 'Z', '字', '\uffff', '🦊', '\u{10ffff}'].map((letter) => `${letter} green lamp of a kind`);
    await store(
      [6, 2, 5, 0, 4, 1, 3].map((index) => buildProduct({ name: names[index] ?? '', slug: `lamp-${index}` })),
    );
    const any = { search, category: '', inStockOnly: false, minPrice: null, maxPrice: null };
    expect(
      (await everyProduct(database.repositories, { filter: any, sort: 'NAME', first: 2 })).map(({ name }) => name),
    ).toEqual(names);
  },
);

test('finds exactly the products that match the specification’s predicate, in sort order, with exact counts', async () => {
  const catalogue = fc.array(product, { maxLength: 12 });
  const questions = fc.array(fc.tuple(filter, fc.constantFrom(...sorts), fc.integer({ min: 1, max: 5 })), {
    minLength: 5,
    maxLength: 5,
  });
  await fc.assert(
    fc.asyncProperty(catalogue, questions, async (seeds, asked) => {
      const stored = seeds.map(({ minute, ...fields }, index) =>
        buildProduct({
          ...fields,
          _id: new ObjectId(String(index).padStart(24, '0')),
          slug: `product-${index}`,
          createdAt: new Date(1_700_000_000_000 + minute * 60_000),
        }),
      );
      await store(stored);
      for (const [question, sort, first] of asked) {
        const expected = stored
          .filter((one) => one.status === 'active' && matchesFilter(one, question))
          .sort(orders[sort]);
        const found = await everyProduct(database.repositories, { filter: question, sort, first });
        expect(found.map(({ slug }) => slug)).toEqual(expected.map(({ slug }) => slug));
        const listing = await listProducts(asAnonymous(database.repositories), { filter: question, sort, first: 1 });
        expect(await listing.count()).toEqual({ count: expected.length, isExact: true });
        const above = stored.filter(
          (one) =>
            one.status === 'active' &&
            matchesFilter(one, { ...question, maxPrice: null }) &&
            question.maxPrice !== null &&
            one.priceCents / 100 > question.maxPrice,
        );
        expect(await listing.hiddenAbovePrice()).toBe(above.length);
      }
    }),
    { numRuns: Math.ceil(cases / 5), seed: 20260301 },
  );
}, 600_000);
