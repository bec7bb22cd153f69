import { readFileSync } from 'node:fs';
import { buildSchema, parse } from 'graphql';
import { costLimit, costOf } from './cost';

const schema = buildSchema(readFileSync('schema.graphql', 'utf8'));
const costIn = (query: string) => {
  const document = parse(query);
  return (variables: Record<string, unknown>, operationName?: string) =>
    costOf({ schema, document, variables, operationName });
};

test('what a document cost once is not what it costs with other variables, whatever these are called', () => {
  const cost = costIn('query ($first: Int!, $b: Int) { products(first: $first) { nodes { name } } }');
  const cheap = cost({ first: 1 });
  expect(cost({ 'first:100,b': 1, first: 1 })).toBe(cheap);
  expect(cost({ '"first",100': 1, first: 1 })).toBe(cheap);
  expect(cost({ first: 100 })).toBe(cheap + 99);
  expect(cost({ first: 100, b: 1 })).toBe(cheap + 99);
  expect(cost({ first: 1 })).toBe(cheap);
});

test('a switch and what is null decide too', () => {
  const cost = costIn(
    'query ($all: Boolean!, $first: Int = 100) { products(first: $first) @include(if: $all) { nodes { name } } }',
  );
  expect(cost({ all: false })).toBe(0);
  expect(cost({ all: true })).toBeGreaterThan(100);
  expect(() => cost({ all: true, first: null })).toThrow();
  expect(cost({ all: true })).toBeGreaterThan(100);
  expect(cost({ all: false })).toBe(0);
});

test('each operation of a document has its own', () => {
  const cost = costIn(
    'query A { products(first: 1) { totalCount } } query B { products(first: 100) { nodes { id } } }',
  );
  expect(cost({}, 'A')).toBeLessThan(10);
  expect(cost({}, 'B')).toBeGreaterThan(100);
  expect(cost({}, 'A')).toBeLessThan(10);
});

test('more variables than are remembered change nothing', () => {
  const cost = costIn('query ($first: Int!) { products(first: $first) { nodes { name } } }');
  const asked = Array.from({ length: 250 }, (_, first) => cost({ first: first + 1 }));
  expect(asked).toEqual(Array.from({ length: 250 }, (_, first) => (asked[0] ?? 0) + first));
  expect(asked[249]).toBeGreaterThan(costLimit);
});
