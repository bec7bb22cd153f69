import { calculateObjectSize } from 'bson';
import { withListFields } from '../orders/orderListFields';
import { createProduct } from '../products/products.service';
import { buildOrder } from '../testing/buildOrder';
import { homeAddress } from '../testing/buyer';
import { asUser } from '../testing/contexts';
import { productPage } from '../testing/productPages';
import { useTestDatabase } from '../testing/useTestDatabase';
import { foldText } from './foldText';
import { categoryGram, maxTermBytes, nameSearchFields, productTermsOf } from './searchTerms';

const database = useTestDatabase();

/** A text of many different letters in sequence, as no language has it. */
function letters(from: number, count: number, length: number): string {
  const all = Array.from({ length: count }, (_, index) => String.fromCodePoint(from + index));
  let text = '';
  for (let index = 0; ; index += 1) {
    // A pair of letters repeats only after all other pairs.
    const letter = all[(index * 7 + Math.floor(index / count) * 3) % count] ?? '';
    if (text.length + letter.length > length) return text;
    text += letter;
  }
}

const scripts: [string, number, number][] = [
  ['Latin', 0x61, 26],
  ['Latin with accents', 0xe0, 23],
  ['Greek', 0x3b1, 25],
  ['Cyrillic', 0x430, 32],
  ['Armenian', 0x561, 38],
  ['Hebrew', 0x5d0, 27],
  ['Arabic', 0x627, 20],
  ['Devanagari', 0x915, 37],
  ['Thai', 0xe01, 46],
  ['Georgian', 0x10d0, 33],
  ['Ethiopic', 0x1200, 300],
  ['Hangul', 0xac00, 9_000],
  ['Hiragana', 0x3041, 80],
  ['Han', 0x4e00, 9_000],
  ['rare Han, two code units each', 0x20000, 9_000],
  ['emoji', 0x1f300, 500],
  ['mathematical letters', 0x1d400, 50],
  ['numbers in brackets, four letters each', 0x2474, 50],
  ['squared words', 0x33a0, 60],
  ['Cherokee', 0x13a0, 80],
];
const categoriesIn = (from: number, count: number) =>
  Array.from(
    { length: 10 },
    (_, index) => letters(from + (index % count), Math.max(1, count - (index % count)), 98) + index,
  );

const termsOf = (document: object) => {
  const { nameTerms, nameGrams, categoryGrams } = document as Record<string, unknown>;
  return { nameTerms, nameGrams, categoryGrams };
};

test.each(scripts)(
  'the worst-case product in %s has at most 20 kB of search terms and is found',
  async (script, from, count) => {
    const ada = await asUser(database.repositories, 'ada');
    const photos = Array.from({ length: 10 }, (_, index) => `https://x.example/${index}`.padEnd(2_000, 'p'));
    const name = letters(from, count, 200);
    const categories = categoriesIn(from, count);
    await createProduct(ada, { name, price: 5, categories, photos });
    const stored = (await database.db.collection('products').findOne()) ?? {};
    const bytes = calculateObjectSize(termsOf(stored));
    expect({ script, isBounded: bytes <= maxTermBytes }).toEqual({ script, isBounded: true });
    // The input, its folded form, and the terms.
    expect(calculateObjectSize(stored)).toBeLessThan(60_000);
    const characters = Array.from(foldText(name));
    for (const length of [1, 3, 12, 30]) {
      const search = characters.slice(0, length).join('');
      const filter = { search, minPrice: 0, maxPrice: 10 };
      const { rows } = await productPage(database.repositories, { filter, sort: 'NEWEST', first: 5 });
      expect({ script, length, found: rows.length }).toEqual({ script, length, found: 1 });
    }
  },
);

test('search terms prefer the name to categories, its beginning to its end, the main category to others', () => {
  const name = foldText(letters(0x4e00, 9_000, 150));
  const categories = ['Main', 'Second', 'Third', 'Fourth', 'Fifth', 'Sixth', 'Seventh'];
  const { nameTerms, nameGrams, categoryGrams } = productTermsOf({ name, categories });
  expect(nameTerms).toHaveLength(150);
  expect(nameGrams).toContain(name.slice(-3));
  expect(categoryGrams).toContain(categoryGram('Main', name.slice(-4)));
  expect(categoryGrams).not.toContain(categoryGram('Seventh', name.slice(0, 4)));
  const long = foldText(letters(0x2474, 50, 200));
  const { nameTerms: some } = nameSearchFields(long);
  expect(some).toContain(long.slice(0, 16));
  expect(some.length).toBeLessThan(long.length);
});

test.each(scripts)(
  'the worst-case order in %s has at most 20 kB of search terms, with its number and e-mail first',
  (script, from, count) => {
    const named = (start: number) => ({ ...homeAddress, fullName: letters(from + (start % count), count, 200) });
    const email = 'ada@kiosk.test';
    const order = buildOrder({ lines: [[500, 1]] }, { email });
    const { _id, searchTerms } = withListFields({
      ...order,
      shippingAddress: { ...order.shippingAddress, ...named(0) },
      billingAddress: { ...order.shippingAddress, ...named(1) },
    });
    expect({ script, isBounded: calculateObjectSize({ searchTerms }) <= maxTermBytes }).toEqual({
      script,
      isBounded: true,
    });
    expect(searchTerms).toEqual(expect.arrayContaining([foldText(_id), email]));
  },
);

test('indexes short names and categories completely', () => {
  const categories = ['Home & Garden', 'Lamps'];
  const { nameTerms, nameGrams, categoryGrams } = productTermsOf({ name: 'Blue Lamp', categories });
  expect(nameTerms).toHaveLength(9);
  expect(nameGrams).toEqual([...new Set(nameGrams)].sort());
  expect(nameGrams).toEqual(expect.arrayContaining(['b', 'bl', 'blu', 'p', 'mp', 'amp']));
  expect(categoryGrams).toHaveLength(12);
});
