import { categorySuggestions } from './categorySuggestions';

test.each([
  ['Home and Garden', 'Home & Garden'],
  ['home & garden', 'Home & Garden'],
  ['Garden', 'Home & Garden'],
  ['Electronic', 'Electronics'],
  ['Elektronics', 'Electronics'],
  ['FASHION', 'Fashion'],
  ['Fasion', 'Fashion'],
  ['Sport', 'Sports & Fitness'],
  ['Sports and fitness', 'Sports & Fitness'],
])('%j is probably %j', (typed, meant) => {
  expect(categorySuggestions([typed])).toEqual([{ typed, meant }]);
});

test.each(['Books', 'Toys', 'Lamps', 'A', '&', '家', 'Homes for dogs'])('%j means something else', (typed) => {
  expect(categorySuggestions([typed])).toEqual([{ typed, meant: undefined }]);
});

test('suggests nothing for the categories of the shop', () => {
  expect(categorySuggestions(['Electronics', 'Fashion', 'Home & Garden', 'Sports & Fitness'])).toEqual([]);
});
