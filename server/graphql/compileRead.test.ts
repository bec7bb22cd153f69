import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { buildSchema, parse, type GraphQLFieldResolver } from 'graphql';
import { compileRead, interpretRead, type RunRead } from './compileRead';

const schema = buildSchema(readFileSync('schema.graphql', 'utf8'));
const tellArguments: GraphQLFieldResolver<unknown, { told: unknown[] }> = (_source, args, { told }, { fieldName }) => {
  told.push([fieldName, args]);
  return {};
};
for (const field of Object.values(schema.getQueryType()?.getFields() ?? {})) field.resolve = tellArguments;

const texts = fc.oneof(fc.constantFrom('', 'lamp', 'NEWEST', 'price_asc', '__proto__'), fc.string());
const numbers = fc.oneof(fc.constantFrom(0, -0, 1, 24, 1.5, 2 ** 31 - 1, 2 ** 31, -(2 ** 31) - 1, 1e308), fc.double());
/** What JSON can hold. */
const anything = fc.jsonValue({ maxDepth: 2 }).map((value) => JSON.parse(JSON.stringify(value)) as unknown);
const nearly = (fitting: fc.Arbitrary<unknown>) =>
  fc.oneof({ weight: 12, arbitrary: fitting }, { weight: 1, arbitrary: fc.constant(null) }, anything);
const filters = fc.record(
  {
    search: nearly(texts),
    category: nearly(texts),
    inStockOnly: nearly(fc.boolean()),
    minPrice: nearly(numbers.filter(Number.isFinite)),
    maxPrice: nearly(numbers.filter(Number.isFinite)),
    unknown: fc.constant(1),
  },
  { requiredKeys: [] },
);
const variables = fc.record(
  {
    filter: nearly(fc.oneof(filters, fc.constantFrom<unknown>([], [{}], {}))),
    sort: nearly(fc.oneof(fc.constantFrom('NEWEST', 'PRICE_ASC', 'NAME'), texts)),
    first: nearly(fc.oneof(fc.integer(), numbers.filter(Number.isFinite))),
    after: nearly(texts),
    slug: nearly(texts),
    unasked: anything,
  },
  { requiredKeys: ['first', 'slug'] },
);

/** What resolvers are given; null where the variables are refused. */
async function toldBy(run: RunRead, values: Record<string, unknown>): Promise<unknown[] | null> {
  const told: unknown[] = [];
  const { data, errors } = await run({ told }, structuredClone(values));
  if (data && !errors) return told;
  expect([data ?? null, errors]).toEqual([null, expect.any(Array)]);
  return null;
}

test.each([
  [
    'nullable variables',
    `query ($filter: ProductFilter, $sort: ProductSort, $first: Int, $after: String) {
      products(filter: $filter, sort: $sort, first: $first, after: $after) { __typename }
    }`,
  ],
  [
    'variables that must be given, and defaults',
    `query ($filter: ProductFilter = { search: "a" }, $sort: ProductSort = NAME, $first: Int!, $slug: String!) {
      products(filter: $filter, sort: $sort, first: $first) { __typename }
      product(slug: $slug) { __typename }
    }`,
  ],
])('a compiled read takes, reads and refuses variables as graphql-js does: %s', async (_what, source) => {
  const read = { schema, document: parse(source), source, operationName: null, operations: [] };
  const compiled = compileRead(read);
  if (!compiled) throw new Error('It is not compiled');
  const interpreted = interpretRead(read);
  let [taken, refused] = [0, 0];
  await fc.assert(
    fc.asyncProperty(variables, async (values) => {
      const told = await toldBy(interpreted, values);
      if (told) taken += 1;
      else refused += 1;
      expect(await toldBy(compiled, values)).toEqual(told);
    }),
    { numRuns: process.env['KIOSK_LONG'] ? 50_000 : 2_000 },
  );
  expect(Math.min(taken, refused)).toBeGreaterThan(20);
});
