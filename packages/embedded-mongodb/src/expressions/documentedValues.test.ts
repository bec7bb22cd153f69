import { EJSON } from 'bson';
import { MongoServerError } from '../errors';
import { decode, encode } from '../values';
import { evaluateExpression, operatorFamilies } from './compile';
import { documentedArrays } from './documentedArrays.fixture';
import { documentedDates } from './documentedDates.fixture';
import { documentedNumbers } from './documentedNumbers.fixture';
import { sample, type Row } from './documentedSample.fixture';
import { documentedTexts } from './documentedTexts.fixture';
import { documentedZones } from './documentedZones.fixture';

const documented = {
  ...documentedNumbers,
  ...documentedArrays,
  ...documentedTexts,
  ...documentedDates,
  ...documentedZones,
};

const stored = decode(encode(sample));
const written = (value: unknown) => EJSON.stringify({ value }, { relaxed: false });

/** Evaluates the expression as decoded from the wire: an int is an Int32, not a JavaScript number. */
function answer(expression: unknown): unknown {
  const { asked } = decode(encode({ asked: expression }));
  try {
    return written(evaluateExpression(asked, stored));
  } catch (error) {
    if (error instanceof MongoServerError) return { refused: error.code };
    throw error;
  }
}

const expected = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && 'refused' in value ? value : written(value);

const rows = Object.entries(documented).flatMap(([family, values]) =>
  values.map(([expression, value]: Row) => [family, EJSON.stringify(expression), expression, value] as const),
);

test.each(rows)('%s: %s', (_family, _text, expression, value) => {
  expect(answer(expression)).toEqual(expected(value));
});

/** The operators in an expression. */
function operatorsIn(expression: unknown): string[] {
  const text = EJSON.stringify(expression, { relaxed: false });
  return text.match(/(?<=")\$[a-zA-Z0-9]+(?=":)/g) ?? [];
}

test.each(Object.entries(operatorFamilies).flatMap(([, family]) => Object.keys(family)))(
  '%s has at least one documented value',
  (name) => {
    const answered = rows.filter(([, , expression, value]) => {
      const isRefused = typeof value === 'object' && value !== null && 'refused' in value;
      return !isRefused && operatorsIn(expression).includes(name);
    });
    expect(answered.length).toBeGreaterThan(0);
  },
);
