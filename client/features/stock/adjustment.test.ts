import { type AdjustValues, fieldOf, resultOf, toAdjustInput, validate, valuesFor, wholeOf } from './adjustment';

const level = { id: 'a', onHand: 12, held: 3, available: 9, lowStockThreshold: 5, version: 7 };
const typed = (more: Partial<AdjustValues>): AdjustValues => ({ ...valuesFor(level), ...more });

test.each([
  ['6', 6],
  [' +6 ', 6],
  ['-2', -2],
  ['−2', -2],
  ['1.5', undefined],
  ['1,000', undefined],
  ['', undefined],
  ['six', undefined],
])('%j is parsed as %j', (text, number) => {
  expect(wholeOf(text)).toBe(number);
});

test('previews the result of an amount and of a count', () => {
  expect(resultOf(typed({ amount: '6' }), level)).toEqual({ onHand: 18, available: 15 });
  expect(resultOf(typed({ by: 'count', count: '4' }), level)).toEqual({ onHand: 4, available: 1 });
  expect(resultOf(typed({ by: 'count', count: '4' }), null)).toEqual({ onHand: 4, available: 4 });
  expect(resultOf(typed({ amount: 'x' }), level)).toBeUndefined();
});

test('sends the version that was read, and the threshold only if it was changed', () => {
  const input = { id: 'a', reason: 'DELIVERY', version: 7 };
  expect(toAdjustInput('a', typed({ amount: '-2' }), level)).toEqual({ ...input, delta: -2 });
  expect(toAdjustInput('a', typed({ by: 'count', count: '4', lowAt: '3' }), level)).toEqual({
    ...{ ...input, count: 4, lowStockThreshold: 3 },
  });
  expect(toAdjustInput('a', { ...valuesFor(null), count: '4' }, null)).toEqual({
    ...{ id: 'a', reason: 'DELIVERY', version: 0, count: 4 },
  });
});

test('what only the present level can tell is left to the server', () => {
  for (const amount of ['-13', '1000000']) expect(validate(typed({ amount }), level)).toEqual({});
});

test('a threshold that somebody else has set meanwhile is kept unless another one was typed', () => {
  const present = { ...level, lowStockThreshold: 10, version: 8 };
  expect(toAdjustInput('a', typed({ amount: '1' }), present)).not.toHaveProperty('lowStockThreshold');
  expect(toAdjustInput('a', typed({ amount: '1', lowAt: '5' }), present)).toHaveProperty('lowStockThreshold', 5);
  expect(validate(typed({}), present)).toHaveProperty('amount');
});

test('rejects invalid numbers at their field and allows changing the threshold alone', () => {
  expect(validate(typed({ amount: '0' }), level)).toHaveProperty('amount');
  expect(validate(typed({}), level)).toHaveProperty('amount');
  expect(validate(typed({ lowAt: '2' }), level)).toEqual({});
  expect(validate(typed({ amount: '1', lowAt: '-1' }), level)).toHaveProperty('lowAt');
  expect(validate(typed({ by: 'count', count: '-1' }), level)).toHaveProperty('count');
  expect(validate(typed({ by: 'count', count: '0' }), level)).toEqual({});
  expect([fieldOf('delta'), fieldOf('count'), fieldOf('lowStockThreshold'), fieldOf('version')]).toEqual([
    ...['amount', 'count', 'lowAt', undefined],
  ]);
});
