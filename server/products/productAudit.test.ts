import { buildProduct } from '../testing/builders';
import { itemChanges } from './productAudit';

test('a change names what differs, in the words of people', () => {
  const before = buildProduct({ price: 24.5, categories: ['Home', 'Lamps'] });
  const after = { ...before, priceCents: 2_000, inStock: false, categories: ['Home'], version: 2 };
  expect(itemChanges(before, after)).toEqual([
    { field: 'price', before: '24.50', after: '20.00' },
    { field: 'categories', before: 'Home\nLamps', after: 'Home' },
    { field: 'inStock', before: 'true', after: 'false' },
  ]);
  expect(itemChanges(before, before)).toEqual([]);
});

test('a difference beyond what the log keeps of a long text is told all the same', () => {
  const before = buildProduct({ description: `${'a'.repeat(2_000)}b` });
  const changes = itemChanges(before, { ...before, description: `${'a'.repeat(2_000)}c` });
  expect(changes.map(({ field }) => field)).toEqual(['description']);
});

test('a new product has nothing before, a deleted one nothing after', () => {
  const product = buildProduct({ name: '<b>Lamp</b>', slug: 'lamp' });
  expect(itemChanges(null, product)[0]).toEqual({ field: 'name', before: null, after: '<b>Lamp</b>' });
  expect(itemChanges(product, null)[1]).toEqual({ field: 'slug', before: 'lamp', after: null });
});
