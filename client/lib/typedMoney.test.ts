import { centsOf } from './typedMoney';

test.each([
  ['5', 500],
  ['4.99', 499],
  [' $4.99 ', 499],
  ['12,50', 1_250],
  ['$12,5', 1_250],
  ['1299', 129_900],
  ['1,250.00', 125_000],
  ['$123,456.7', 12_345_670],
  ['1299,00', 129_900],
])('%j is parsed to the cent', (text, cents) => {
  expect(centsOf(text)).toBe(cents);
});

test.each(['', '1,299', '1,2,3', '1.250,00', '12,34.50', '1,234,567.00', ',50', '4.999', '-5', 'abc'])(
  '%j is rejected',
  (text) => {
    expect(centsOf(text)).toBeUndefined();
  },
);
