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
])('%j is corrected to %j', (typed, meant) => {
  expect(categorySuggestions([typed])).toEqual([{ typed, meant }]);
});

test.each(['Books', 'Toys', 'Lamps', 'A', '&', '家', 'Homes for dogs'])('%j has no suggested correction', (typed) => {
  expect(categorySuggestions([typed])).toEqual([{ typed, meant: undefined }]);
});

test('suggests nothing for the shop’s own categories', () => {
  expect(categorySuggestions(['Electronics', 'Fashion', 'Home & Garden', 'Sports & Fitness'])).toEqual([]);
});
