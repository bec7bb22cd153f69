/** The decimal separator: 1,299.00 or 1.299,00. */
export type NumberFormat = 'POINT' | 'COMMA';

type WrittenNumber =
  | { readonly value: number; /** Which format it shows; null where both agree. */ readonly shows: NumberFormat | null }
  /** A single separator before three digits is ambiguous in a price: thousands in one format, decimals in the other. */
  | { readonly readings: Readonly<Record<NumberFormat, number>> };

const longest = 40;
const currencyCodes = new Set(Intl.supportedValuesOf('currency'));
const currencyWords = new Set([
  ...['fr', 'sfr', 'kr', 'zł', 'kč', 'ft', 'lei', 'лв', 'руб', 'р', 'rs'],
  ...['euro', 'euros', 'dollar', 'dollars'],
]);
/** Includes the letters of 'US$' and '$US'. */
const currencySign = /^\p{L}{0,3}\p{Sc}\p{L}{0,3}$/u;
/** '12.–' and '12.' have no decimals. */
const noDecimals = /^([.,])(--?)?/;

const isSign = (word: string) => currencySign.test(word) || currencyWords.has(word.toLowerCase());
const isCode = (word: string) => currencyCodes.has(word.toUpperCase());

/** At most one sign or word, and beside it one code: shops write '$19.99 USD'. */
function isUnit(words: readonly string[], unit: 'currency' | 'percent'): boolean {
  if (unit === 'percent') return words.length === 0 || words.join(' ') === '%';
  const names = words.map((word) => word.replace(/\.$/, ''));
  const others = names.filter((name) => !isSign(name));
  return names.length - others.length <= 1 && others.length <= 1 && others.every(isCode);
}

/** Parses a number in the formats of various countries, with its unit; null for anything else, including exponents. */
export function readNumber(text: string, unit: 'currency' | 'percent'): WrittenNumber | null {
  if (text.length > longest) return null;
  const plain = text
    .normalize('NFKC')
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/[\u2019\u00B4`]/g, "'")
    .replace(/\s/g, ' ')
    .trim();
  const firstDigit = plain.search(/\d/);
  if (firstDigit < 0) return null;
  // A separator that does not end a currency code starts a number such as '.5'.
  const begin = /(?:^|[^\p{L}])[.,]$/u.test(plain.slice(0, firstDigit)) ? firstDigit - 1 : firstDigit;
  const end = plain.split('').findLastIndex((sign) => /\d/.test(sign)) + 1;
  const front = plain.slice(0, begin);
  const [rest = '', separator, dash] = noDecimals.exec(plain.slice(end)) ?? [];
  const words = `${front.replace(/[+-]/, '')} ${plain.slice(end + rest.length)}`.match(/[^ ]+/g) ?? [];
  if (!isUnit(words, unit)) return null;
  const digits = plain.slice(begin, end);
  const number = dash === undefined ? readDigits(digits, unit) : known(wholeOf(digits), formatOf(separator));
  return signed(number, front.includes('-') ? -1 : 1);
}

const formatOf = (separator: string | undefined): NumberFormat => (separator === ',' ? 'COMMA' : 'POINT');

function signed(number: WrittenNumber | null, sign: 1 | -1): WrittenNumber | null {
  if (number === null || sign === 1) return number;
  if ('value' in number) return { ...number, value: -number.value };
  return { readings: { POINT: -number.readings.POINT, COMMA: -number.readings.COMMA } };
}

/** Groups of three digits, or Indian grouping. */
const groupings: readonly (readonly [separator: string, RegExp])[] = [
  [' ', /^(?:\d{1,3}(?: \d{3})+|\d{1,2}(?: \d{2})+ \d{3})$/],
  ["'", /^(?:\d{1,3}(?:'\d{3})+|\d{1,2}(?:'\d{2})+'\d{3})$/],
  [',', /^(?:\d{1,3}(?:,\d{3})+|\d{1,2}(?:,\d{2})+,\d{3})$/],
  ['.', /^(?:\d{1,3}(?:\.\d{3})+|\d{1,2}(?:\.\d{2})+\.\d{3})$/],
];

/** The value of grouped digits; null if the grouping is invalid. */
function wholeOf(text: string): number | null {
  if (/^\d+$/.test(text)) return Number(text);
  const [separator] = groupings.find(([, shape]) => shape.test(text)) ?? [];
  return separator === undefined ? null : Number(text.replaceAll(separator, ''));
}

function readDigits(text: string, unit: 'currency' | 'percent'): WrittenNumber | null {
  const place = Math.max(text.lastIndexOf('.'), text.lastIndexOf(','));
  if (place < 0) return known(wholeOf(text), null);
  const [before, after, separator] = [text.slice(0, place), text.slice(place + 1), text[place] ?? ''];
  const format = formatOf(separator);
  const other = separator === '.' ? 'COMMA' : 'POINT';
  if (before.includes(separator)) return known(wholeOf(text), other);
  if (!/^\d+$/.test(after)) return null;
  const whole = before === '' ? 0 : wholeOf(before);
  if (whole === null) return null;
  const value = Number(`${whole}.${after}`);
  // Percentages have no thousands: '33.333' is below 100.
  if (unit === 'currency' && /^[1-9]\d{0,2}$/.test(before) && after.length === 3) {
    return { readings: { [format]: value, [other]: Number(before + after) } as Record<NumberFormat, number> };
  }
  return known(value, format);
}

const known = (value: number | null, shows: NumberFormat | null): WrittenNumber | null =>
  value === null ? null : { value, shows };

/** The format that all unambiguous numbers share; null if there are none, or they conflict. */
export function numberFormatOf(numbers: readonly (WrittenNumber | null)[]): NumberFormat | null {
  const shown = new Set(numbers.map((number) => (number && 'value' in number ? number.shows : null)));
  shown.delete(null);
  return shown.size === 1 ? ([...shown][0] ?? null) : null;
}
