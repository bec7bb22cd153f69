import { isPhoneNumber, looksLikeCardNumber } from './cardNumber';

test.each([
  '4242424242424242',
  '4242 4242 4242 4242',
  '4242-4242-4242-4242',
  '4242\u20134242\u20144242\u22124242',
  '4242\u20114242\u20114242\u20114242',
  '4242.4242.4242.4242',
  '4242\u00a04242\u00a04242\u00a04242',
  '４２４２４２４２４２４２４２４２',
  'Anna 4000 0000 0000 0002 Meyer',
  'card 5555555555554444, 12/99, 123',
  '4242 4242 4242 4242 123',
  '12 4242 4242 4242 4242',
  '3782 822463 10005',
  '4222222222222',
])('looksLikeCardNumber accepts %s', (text) => {
  expect(looksLikeCardNumber(text)).toBe(true);
});

test.each([
  '',
  'Anna Meyer',
  '212 Alder Street, 4th floor',
  '95112-1234',
  '4242424242424241',
  '4242 4242 4242',
  '1795720000003',
  '0000 0000 0000 0000',
  'leave it at 12, not at 14; ring 3 times before 18:30 on 2026-11-26',
])('looksLikeCardNumber rejects %s', (text) => {
  expect(looksLikeCardNumber(text)).toBe(false);
});

test.each([
  ['+49 151 23456784', true],
  ['0049 151 23456784', true],
  ['4242 4242 4242 4242', false],
  ['+4242 4242 4242 4242', false],
])('%s may be a telephone number: %s', (text, may) => {
  expect(isPhoneNumber(text)).toBe(may);
});
