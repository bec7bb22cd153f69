import { buildProduct } from '../testing/builders';
import { startTestDatabase, type TestDatabase } from '../testing/startTestDatabase';
import { catalogueSampleOf, createCatalogueSample } from './catalogueSample';

let database: TestDatabase;
beforeAll(async () => {
  database = await startTestDatabase();
});
afterAll(() => database.stop());

const named = (...names: string[]) => names.map((name) => buildProduct({ name }));
const none = { search: '', category: '', inStockOnly: false, minPrice: null, maxPrice: null };
/** The estimate adds half a product, so that an unseen text does not count as zero. */
const seen = (count: number) => count + 0.5;

test('counts the sampled names that contain a text of any length', () => {
  const sample = createCatalogueSample(named('Blue Lamp', 'Blue Lantern', 'Clay Mug'), 3);
  const texts = ['e la', 'blue lamp', 'lam', 'b', 'mugs', 'clay mug'];
  expect(texts.map((text) => sample.estimate(text).matching)).toEqual([2, 1, 1, 2, 0, 1].map(seen));
});

test('scales the estimate to the size of the catalogue', () => {
  const sample = createCatalogueSample(named('Blue Lamp', 'Blue Mug'), 1_000);
  expect(sample.estimate('blue lamp')).toEqual({
    matching: 500 * seen(1),
    rarest: { stretch: 'ue l', count: 500 * seen(1) },
  });
});

test('picks the rarest four-character substring of a text, and none of a shorter text', () => {
  const sample = createCatalogueSample(named('Blue Lamp', 'Blue Lantern', 'Blue Mug'), 3);
  const rarest = (text: string) => sample.estimate(text).rarest;
  expect(rarest('blue lamp')).toEqual({ stretch: ' lam', count: seen(1) });
  expect(rarest('blue 🦊')).toEqual({ stretch: 'ue 🦊', count: seen(0) });
  expect(rarest('lam')).toBeNull();
});

test('estimates the share of products that match the filter', () => {
  const products = [
    { price: 10, categories: ['Light', 'Gifts'] },
    { price: 20, categories: ['Light'], inStock: false },
    { price: 30, categories: ['Tea'] },
    { price: 40, categories: [] },
  ].map(buildProduct);
  const { shareOf } = createCatalogueSample(products, 4);
  const conditions = [
    none,
    { ...none, category: 'Light' },
    { ...none, category: 'Light', inStockOnly: true },
    { ...none, category: 'Nowhere' },
    { ...none, minPrice: 20 },
    { ...none, minPrice: 20, maxPrice: 30 },
  ];
  expect(conditions.map(shareOf)).toEqual([4, 2, 1, 0, 3, 2].map((count) => Math.min(1, seen(count) / 4)));
});

test('estimates half a product for an empty catalogue and tolerates malformed product records', () => {
  const empty = createCatalogueSample([], 0);
  expect(empty.estimate('lamp')).toEqual({ matching: 0.5, rarest: { stretch: 'lamp', count: 0.5 } });
  const broken = { ...buildProduct(), categories: 'Light', inStock: undefined };
  const { estimate, shareOf } = createCatalogueSample([broken as never, buildProduct()], 2);
  expect(estimate('lamp').matching).toBe(seen(2));
  const light = { ...none, category: 'Light' };
  expect([shareOf(light), shareOf({ ...light, inStockOnly: true })]).toEqual([seen(1) / 2, seen(0) / 2]);
});

test('reads the sample again after ten minutes and after a failed read', async () => {
  const { products } = database.repositories;
  await products.insert(buildProduct({ name: 'Blue Lamp' }));
  const blue = async (now: number) => (await catalogueSampleOf(products, now)).estimate('blue').matching;
  expect(await blue(0)).toBe(seen(1));
  await products.insert(buildProduct({ name: 'Blue Mug' }));
  expect([await blue(600_000), await blue(600_001)]).toEqual([seen(1), seen(2)]);

  const failing = { ...products, estimate: (): Promise<number> => Promise.reject(new Error('away')) };
  await expect(catalogueSampleOf(failing)).rejects.toThrow('away');
  failing.estimate = products.estimate;
  expect((await catalogueSampleOf(failing)).estimate('blue').matching).toBe(seen(2));
});
