import { buildProduct } from '../testing/builders';
import { itemChanges } from './productAudit';

test('lists the changed fields with formatted values', () => {
  const before = buildProduct({ price: 24.5, categories: ['Home', 'Lamps'] });
  const after = { ...before, priceCents: 2_000, inStock: false, categories: ['Home'], version: 2 };
  expect(itemChanges(before, after)).toEqual([
    { field: 'price', before: '24.50', after: '20.00' },
    { field: 'categories', before: 'Home\nLamps', after: 'Home' },
    { field: 'inStock', before: 'true', after: 'false' },
  ]);
  expect(itemChanges(before, before)).toEqual([]);
});

test('reports a change beyond the logged length of a long text', () => {
  const before = buildProduct({ description: `${'a'.repeat(2_000)}b` });
  const changes = itemChanges(before, { ...before, description: `${'a'.repeat(2_000)}c` });
  expect(changes.map(({ field }) => field)).toEqual(['description']);
});

test('lists no before values for a new product and no after values for a deleted one', () => {
  const product = buildProduct({ name: '<b>Lamp</b>', slug: 'lamp' });
  expect(itemChanges(null, product)[0]).toEqual({ field: 'name', before: null, after: '<b>Lamp</b>' });
  expect(itemChanges(product, null)[1]).toEqual({ field: 'slug', before: 'lamp', after: null });
});
