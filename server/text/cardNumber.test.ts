import fc from 'fast-check';
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

const digit = fc.constantFrom(...'0123456789');
const groupSeparator = fc.constantFrom('', '', '', ' ', '-', '.', '\u00a0');
const separator = fc.oneof(groupSeparator, groupSeparator, groupSeparator, fc.constantFrom('  ', 'x'));
const texts = fc.oneof(
  fc.array(fc.tuple(digit, separator), { maxLength: 45 }).map((parts) => parts.flat().join('')),
  fc
    .tuple(
      fc.array(fc.tuple(digit, separator), { maxLength: 12 }),
      fc.array(fc.oneof(groupSeparator, groupSeparator, groupSeparator, separator), { minLength: 16, maxLength: 16 }),
      fc.array(fc.tuple(separator, digit), { maxLength: 12 }),
    )
    .map(([before, between, after]) =>
      [before.flat(), [...'4242424242424242'].flatMap((each, at) => [each, between[at]]), after.flat()].flat().join(''),
    ),
);

function isCardNumber(digits: string): boolean {
  const sum = [...digits].reverse().reduce((before, each, at) => {
    const value = Number(each) * (at % 2 === 0 ? 1 : 2);
    return before + (value > 9 ? value - 9 : value);
  }, 0);
  return /^[2-6]\d{12,18}$/.test(digits) && sum % 10 === 0;
}

/** Every series of whole groups, however long. */
function someGroupsAreCard(text: string): boolean {
  return (text.match(/\d(?:[ .\u00a0-]?\d){12,}/g) ?? []).some((run) => {
    const groups = run.split(/\D/);
    return groups.some((_, from) => groups.some((__, to) => isCardNumber(groups.slice(from, to + 1).join(''))));
  });
}

test('looksLikeCardNumber tries every series of whole groups', () => {
  let found = 0;
  fc.assert(
    fc.property(texts, (text) => {
      const expected = someGroupsAreCard(text);
      found += Number(expected);
      expect([text, looksLikeCardNumber(text)]).toEqual([text, expected]);
    }),
    { numRuns: 2_000 },
  );
  expect(found).toBeGreaterThan(200);
});

test.each([
  ['one digit in each group', '1 '.repeat(50_000)],
  ['two digits in each group', '11-'.repeat(33_000)],
  ['one group', '1'.repeat(100_000)],
  ['the longest text that a ligature becomes', '\ufdfa'.repeat(5_000)],
])('100 kB of digits take less than a second: %s', (_title, text) => {
  const startedAt = performance.now();
  expect(looksLikeCardNumber(text)).toBe(false);
  expect(performance.now() - startedAt).toBeLessThan(1_000);
});
