import fc from 'fast-check';
import { numberFormatOf, readNumber } from './readNumber';

const valueOf = (text: string, unit: 'currency' | 'percent' = 'currency') => {
  const read = readNumber(text, unit);
  return read && ('value' in read ? read.value : read.readings);
};

test.each([
  ['24,50', 24.5],
  ['24.50', 24.5],
  ['1.299,00', 1299],
  ['1,299.00', 1299],
  ['1 299,90 €', 1299.9],
  ['1\u00A0299,90\u00A0€', 1299.9],
  ['1\u202F299,90', 1299.9],
  ["CHF 1'299.00", 1299],
  ['1’299.50 CHF', 1299.5],
  ['12.–', 12],
  ['12,-', 12],
  ['12.—', 12],
  ['1.299,–', 1299],
  ['€ 1.299,--', 1299],
  ["1'299.– CHF", 1299],
  ['$19.99', 19.99],
  ['US$ 19.99', 19.99],
  ['19.99 USD', 19.99],
  ['19.99usd', 19.99],
  ['$19.99 USD', 19.99],
  ['USD $19.99', 19.99],
  ['19,99 USD $', 19.99],
  ['€24,50 EUR', 24.5],
  ['SFr. 12.50 CHF', 12.5],
  ['24,50 Euro', 24.5],
  ['euros 24,50', 24.5],
  ['5 dollars', 5],
  ['kr. 12', 12],
  ['12,50 zł', 12.5],
  ['₹1,00,000.50', 100_000.5],
  ['1,299,000', 1_299_000],
  ['1.000.000,5', 1_000_000.5],
  ['24.', 24],
  ['.5', 0.5],
  [',5', 0.5],
  ['0,500', 0.5],
  ['１２，５０', 12.5],
  ['+5', 5],
  ['−5', -5],
  ['-$5', -5],
])('reads %j as %d', (text, value) => {
  expect(valueOf(text)).toBe(value);
});

test.each(['1,299', '1.299', '£1.299', '999,000 EUR'])('finds two readings of %j', (text) => {
  const digits = text.replace(/[^\d.,]/g, '');
  const [thousands, decimals] = [Number(digits.replace(/[.,]/, '')), Number(digits.replace(',', '.'))];
  const [withPoint, withComma] = digits.includes(',') ? [thousands, decimals] : [decimals, thousands];
  expect(valueOf(text)).toEqual({ POINT: withPoint, COMMA: withComma });
});

test.each(
  ['', ' ', '.', ',', '-', 'free', '1e3', '1,5E+03', '0x10', 'Infinity', 'NaN', '٣', '--1', '5-', '12 34'].concat([
    '1.2.3',
    '1,2,3',
    '12..5',
    '1.299.00',
    '12 pcs',
    'abc 12',
    '€5 $',
    'EUR 5 USD',
    'euro 5 dollar',
    '$5 USD USD',
    '12.5.-',
    '12 %',
    '$',
    '1/2',
    '9'.repeat(41),
  ]),
)('rejects %j as a number', (text) => {
  expect(valueOf(text)).toBeNull();
});

test('reads three decimals of a percentage, which has no thousands', () => {
  expect(['33.333', '33,333 %', '-1.250'].map((text) => valueOf(text, 'percent'))).toEqual([33.333, 33.333, -1.25]);
  expect(numberFormatOf([readNumber('33,333', 'percent')])).toBe('COMMA');
});

test('accepts a percent sign but no currency in a percentage', () => {
  expect(['12,5 %', '12.5%', '% 12', '12'].map((text) => valueOf(text, 'percent'))).toEqual([12.5, 12.5, 12, 12]);
  expect(['12 €', '$12', '12 percent'].map((text) => valueOf(text, 'percent'))).toEqual([null, null, null]);
});

test('infers the number format from unambiguous numbers, and none from conflicting or ambiguous ones', () => {
  const formatOf = (...texts: string[]) => numberFormatOf(texts.map((text) => readNumber(text, 'currency')));
  expect(formatOf('24,50', '1.299', '7')).toBe('COMMA');
  expect(formatOf('24.50', '1,299')).toBe('POINT');
  expect(formatOf('1.299.000')).toBe('COMMA');
  expect(formatOf('12,–', '1.299')).toBe('COMMA');
  expect(formatOf('12.–')).toBe('POINT');
  expect(formatOf('24,50', '24.50')).toBeNull();
  expect(formatOf('24', '1,299', 'free')).toBeNull();
});

test('reads back an amount from the currency format of every tested locale', () => {
  const amount = fc.integer({ min: 1, max: 100_000_000 });
  const locale = fc.constantFrom('en-US', 'de-DE', 'fr-FR', 'de-CH', 'en-IN', 'pl-PL', 'sv-SE', 'pt-BR');
  const currency = fc.constantFrom('USD', 'EUR', 'CHF', 'INR', 'PLN');
  const display = fc.constantFrom('symbol' as const, 'code' as const, 'narrowSymbol' as const);
  fc.assert(
    fc.property(amount, locale, currency, display, (cents, language, unit, currencyDisplay) => {
      const style = { style: 'currency', currency: unit, currencyDisplay } as const;
      const written = new Intl.NumberFormat(language, style).format(cents / 100);
      expect(valueOf(written)).toBe(cents / 100);
    }),
  );
});
