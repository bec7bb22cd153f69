import fc from 'fast-check';
import { ObjectId } from 'mongodb';
import { constants } from '../constants';
import { asAnonymous } from '../testing/contexts';
import { buildProduct } from '../testing/builders';
import { startTestDatabase, type TestDatabase } from '../testing/startTestDatabase';
import { matchesFilter, type ProductFilter } from './productFilter';
import { comparePositions, positionOf, productOrders, type ProductSort } from './productOrder';
import type { ProductDocument } from './products.repository';
import { listProducts } from './products.service';

const cases = Number(process.env['KIOSK_PROPERTY_CASES'] ?? 500);

let database: TestDatabase;
beforeAll(async () => {
  database = await startTestDatabase();
});
afterAll(() => database.stop());

/** Few letters, so that texts meet; case folding that changes lengths; characters outside the basic plane. */
const letter = fc.constantFrom(
  'a',
  'A',
  'b',
  'ß',
  'İ',
  'Σ',
  'ς',
  'é',
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

const sorts: ProductSort[] = ['NEWEST', 'NAME', 'PRICE_ASC', 'PRICE_DESC', 'RATING'];

async function everyPage(filter: ProductFilter, sort: ProductSort, first: number): Promise<ProductDocument[]> {
  const found: ProductDocument[] = [];
  let after: string | null = null;
  for (;;) {
    const listing = await listProducts(asAnonymous(database.repositories), { filter, sort, first, after });
    const page = await listing.page();
    found.push(...page.rows.map(({ node }) => node));
    if (!page.hasNextPage) return found;
    after = page.endCursor;
  }
}

test('what the database finds is what the predicate of the specification lets through, in the order asked for', async () => {
  const catalogue = fc.array(product, { maxLength: 12 });
  const questions = fc.array(fc.tuple(filter, fc.constantFrom(...sorts), fc.integer({ min: 1, max: 5 })), {
    minLength: 5,
    maxLength: 5,
  });
  await fc.assert(
    fc.asyncProperty(catalogue, questions, async (seeds, asked) => {
      const { products, productSearch } = database.repositories;
      const stored = seeds.map(({ minute, ...fields }, index) =>
        buildProduct({
          ...fields,
          _id: new ObjectId(String(index).padStart(24, '0')),
          slug: `product-${index}`,
          createdAt: new Date(1_700_000_000_000 + minute * 60_000),
        }),
      );
      await Promise.all(['products', 'productSearch'].map((name) => database.db.collection(name).deleteMany({})));
      await products.insertMany(stored);
      await productSearch.insertMany(stored);
      for (const [question, sort, first] of asked) {
        // The service normalises texts; a stored name is normalised when it is created.
        const wanted = { ...question, search: question.search.normalize('NFC') };
        const order = productOrders[sort];
        const expected = stored
          .filter((one) => one.status === 'active' && matchesFilter(one, wanted))
          .sort((a, b) => comparePositions(positionOf(a, order), positionOf(b, order), order));
        const found = await everyPage(question, sort, first);
        expect(found.map(({ slug }) => slug)).toEqual(expected.map(({ slug }) => slug));
        const listing = await listProducts(asAnonymous(database.repositories), { filter: question, sort, first: 1 });
        expect(await listing.count()).toEqual({ count: expected.length, isExact: true });
        const above = stored.filter(
          (one) =>
            one.status === 'active' &&
            matchesFilter(one, { ...wanted, maxPrice: null }) &&
            wanted.maxPrice !== null &&
            one.priceCents / 100 > wanted.maxPrice,
        );
        expect(await listing.hiddenAbovePrice()).toBe(above.length);
      }
    }),
    { numRuns: Math.ceil(cases / 5), seed: 20260301 },
  );
}, 600_000);
