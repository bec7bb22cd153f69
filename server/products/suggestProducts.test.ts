import fc from 'fast-check';
import { generatedProducts } from '../collections/generated';
import { seed } from '../collections/seed';
import { asAnonymous } from '../testing/contexts';
import { buildProduct } from '../testing/builders';
import { productPage } from '../testing/productPages';
import { withSlip } from '../testing/slips';
import { useRecordedDatabase } from '../testing/useRecordedDatabase';
import { testOfPlans } from '../testing/recordCommands';
import { suggestProducts } from './suggestProducts';

/** SecantusDB takes seconds for a search that others answer in milliseconds. */
const isOtherServer = process.env['TEST_MONGODB_URI'] !== undefined;
const size = isOtherServer ? 200 : 3_000;
const cases = isOtherServer ? 10 : Number(process.env['KIOSK_PROPERTY_CASES'] ?? 60);

const shop = useRecordedDatabase(async ({ repositories }) => {
  await seed(repositories, { products: size, users: 0, entries: 0 });
  const others: Parameters<typeof buildProduct>[0][] = [
    { name: 'Zinnia Blue Lantern', slug: 'lantern' },
    { name: 'Zinnia Blue Lanterna', slug: 'hidden', status: 'inactive' },
    { name: 'Sérénité Théière', slug: 'theiere' },
    { name: 'Μπλε Λάμπα', slug: 'lampa' },
    { name: 'Синяя Лампа', slug: 'sinyaya' },
    { name: 'テーブルランプ青', slug: 'ranpu' },
  ];
  for (const fields of others) await repositories.products.insert(buildProduct(fields));
}, 300_000);

const suggest = (search: string, first = 4) => suggestProducts(asAnonymous(shop.watch.repositories), { search, first });

test.each([
  ['zinnia blue latnern', ['lantern'], 'zinnia blue lantern'],
  ['lantern zinia', ['lantern'], null],
  ['LATNERN', ['lantern'], 'lantern'],
  ['theiere sérénité', ['theiere'], 'serenite theiere'],
  ['λαπμα', ['lampa'], 'λαμπα'],
  ['Лампа синяа', ['sinyaya'], 'синяя лампа'],
  ['ランブ', ['ranpu'], 'ランプ'],
  ['zeppelin', [], null],
  ['zinnia kettle', [], null],
  // The text matches a name as typed, so there is nothing to correct.
  ['zinnia blue lan', [], null],
  ['%', [], null],
  ['', [], null],
])('suggests for %j the products %j', async (search, slugs, correctedSearch) => {
  const found = await suggest(search);
  expect(found.products.map(({ slug }) => slug)).toEqual(slugs);
  expect(found.correctedSearch).toBe(correctedSearch);
});

const byNumber = fc.integer({ min: 0, max: size - 1 });
const slip = fc.constantFrom('more', 'less', 'other', 'exchanged');

test('suggests a product for its name with one typo in a word and the words in any order', async () => {
  const [random, places] = [fc.nat(), fc.array(fc.nat(), { minLength: 12, maxLength: 12 })];
  await fc.assert(
    fc.asyncProperty(byNumber, slip, random, random, places, async (number, kind, which, at, order) => {
      const [product] = generatedProducts(number, number + 1, 0);
      fc.pre(product?.status === 'active');
      const words = product?.name.split(' ') ?? [];
      const long = words.filter((word) => /^\p{L}{4,}$/u.test(word));
      const slipped = long[which % long.length] ?? '';
      const typed = words.map((word) => (word === slipped ? withSlip(word, kind, at % word.length) : word));
      const search = typed
        .map((word, index) => ({ word, place: order[index] ?? 0 }))
        .sort((a, b) => a.place - b.place)
        .map(({ word }) => word)
        .join(' ');
      fc.pre(
        (await productPage(shop.database.repositories, { filter: { search }, sort: 'NEWEST', first: 1 })).rows
          .length === 0,
      );
      expect((await suggest(search)).products.map(({ name }) => name)).toContain(product?.name);
    }),
    { numRuns: cases },
  );
}, 300_000);

/** Pieces are frequent only in a large catalogue. */
const testOfSize = isOtherServer ? test.skip : test;

testOfSize('finds a product by its other words when every piece of the misspelt word is frequent', async () => {
  const { products } = await suggest('Slate Cork Aprn with Strap Snow 18g');
  expect(products.map(({ name }) => name)).toContain('Slate Cork Apron with Strap Snow 18g');
});

test('the corrected search finds the first suggestion', async () => {
  for (const search of ['latnern', 'blue zinnia', 'Лампа синяа', 'leathre', 'botle']) {
    const { correctedSearch, products } = await suggest(search);
    const page = await productPage(shop.database.repositories, {
      filter: { search: correctedSearch },
      sort: 'NEWEST',
      first: 100,
    });
    expect([correctedSearch, products.length > 0]).toEqual([expect.any(String), true]);
    if (!page.hasNextPage) expect(page.rows.map(({ slug }) => slug)).toContain(products[0]?.slug);
    expect(page.rows).not.toEqual([]);
  }
});

const frequent = [
  'leathre',
  'lether with',
  'wiht',
  'e e',
  'tse lid',
  'stianless steel with the tools and case',
  'zzzz',
];

test('runs at most five commands per suggestion, for any number of words', async () => {
  await suggest('the first of a process reads a sample of the catalogue');
  for (const search of [...frequent, 'a b c d e f g h i j k l']) {
    expect((await shop.watch.readsOf(() => suggest(search, 8))).length).toBeLessThanOrEqual(5);
  }
  expect(await shop.watch.commandsOf(() => suggest(' '))).toEqual([]);
});

testOfPlans(
  'a suggestion examines at most 500 products of each of four lists, besides those that it returns',
  async () => {
    for (const search of frequent) {
      const { examined } = await shop.watch.examinedBy(() => suggest(search, 8));
      expect(examined).toBeLessThanOrEqual(4 * 500 + 8);
    }
  },
);

test.each([
  [{ search: 'a'.repeat(201), first: 4 }, 'search'],
  [{ search: 'lmap', first: 0 }, 'first'],
  [{ search: 'lmap', first: 9 }, 'first'],
])('refuses %j', async (input, field) => {
  await expect(suggestProducts(asAnonymous(shop.watch.repositories), input)).rejects.toMatchObject({ field });
});
