import { newOrderNumber, orderNumberIn } from './orderNumber';

test.each([
  'K-7F3Q-0M1X',
  'k7f3q0m1x',
  ' K 7F3Q 0M1X ',
  'K–7F3Q–0M1X',
  'K\u22127F3Q\u22120M1X',
  'Ｋ－７Ｆ３Ｑ－０Ｍ１Ｘ',
  '#K-7F3Q-0M1X.',
  'K-7F3Q-OMIX',
  'k-7f3q-omlx',
])('C34 reads %j as an order number', (typed) => {
  expect(orderNumberIn(typed)).toBe('K-7F3Q-0M1X');
});

test.each(['', 'K-7F3Q-0M1', 'k-7f3q-0m1xx', '7F3Q-0M1X', 'A-7F3Q-0M1X', 'K-7F3Q-0M1Ä'])(
  'C34 leaves %j, which is not an order number, unchanged',
  (typed) => {
    expect(orderNumberIn(typed)).toBe(typed);
  },
);

test('C34 reads every new order number back unchanged', () => {
  const numbers = Array.from({ length: 500 }, newOrderNumber);
  expect(numbers.map(orderNumberIn)).toEqual(numbers);
});
