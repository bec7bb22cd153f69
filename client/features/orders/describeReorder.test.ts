import { describeAdded, describeReorderedLine } from './describeReorder';

const line = {
  name: 'Lamp',
  quantity: 2,
  added: 2,
  problem: null,
  boughtFor: { amount: 8_400 },
  price: { amount: 8_400 },
};

test.each([
  ['as it was', {}, []],
  ['dearer', { price: { amount: 9_000 } }, ['$90.00 now, it was $84.00']],
  ['cheaper', { price: { amount: 8_000 } }, ['$80.00 now, it was $84.00']],
  ['gone', { added: 0, problem: 'UNAVAILABLE' as const, price: null }, ['not for sale any more']],
  ['sold out, whatever it costs', { added: 0, problem: 'OUT_OF_STOCK' as const, price: { amount: 1 } }, ['sold out']],
  [
    'fewer, and dearer',
    { added: 1, problem: 'NOT_ENOUGH_STOCK' as const, price: { amount: 9_000 } },
    ['1 of 2 added, no more are left', '$90.00 now, it was $84.00'],
  ],
  ['no room', { added: 1, problem: 'CART_FULL' as const }, ['your cart is full: 1 of 2 added']],
])('C36 describes a reordered line: %s', (_title, change, words) => {
  expect(describeReorderedLine({ ...line, ...change })).toEqual(words);
});

test('C36 describes how many items were added to the cart', () => {
  const added = (count: number) => ({ added: count, problem: null });
  const none = { added: 0, problem: 'NOT_ENOUGH_STOCK' as const };
  expect([[], [added(0)], [none], [added(1)], [added(1), added(1_000)]].map(describeAdded)).toEqual([
    'Nothing of it can be bought now.',
    'Nothing of it can be bought now.',
    'Your cart has all that can be bought of it now.',
    '1 item is in your cart.',
    '1,001 items are in your cart.',
  ]);
});
