import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { buildSchema, execute, getOperationAST, parse, type DocumentNode, type GraphQLFieldResolver } from 'graphql';
import { compileRead, createCompiledReads } from './compiledReads';

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

/** The arguments that graphql-js passes to resolvers; null where it refuses the variables. */
async function interpret(document: DocumentNode, variableValues: Record<string, unknown>): Promise<unknown[] | null> {
  const told: unknown[] = [];
  const { data, errors } = await execute({ schema, document, variableValues, contextValue: { told } });
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
])('a compiled read accepts, coerces and refuses variables like graphql-js: %s', async (_what, source) => {
  const document = parse(source);
  const compiled = compileRead({ schema, document });
  if (!compiled) throw new Error('It is not compiled');
  let [taken, refused, left] = [0, 0, 0];
  await fc.assert(
    fc.asyncProperty(variables, async (values) => {
      const interpreted = await interpret(document, structuredClone(values));
      const told: unknown[] = [];
      if (await compiled({ told }, structuredClone(values))) {
        taken += 1;
        expect(told).toEqual(interpreted);
      } else if (interpreted) {
        left += 1;
        expect(Object.values(values).some(Array.isArray)).toBe(true);
      } else refused += 1;
    }),
    { numRuns: process.env['KIOSK_LONG'] ? 50_000 : 2_000 },
  );
  expect(Math.min(taken, refused)).toBeGreaterThan(20);
  expect(left).toBeLessThan(taken);
});

test('compiles a read only after it was requested often', async () => {
  const { find, learn } = createCompiledReads();
  const source = '{ product(slug: "a") { __typename } }';
  const readRequest = { source, operationName: undefined, variables: {} };
  const document = parse(source);
  const operation = getOperationAST(document);
  if (!operation) throw new Error('It has one operation');
  for (let time = 0; time < 50; time += 1) {
    expect(find(undefined, readRequest)).toBeNull();
    learn(undefined, readRequest, { schema, document, operation, fields: ['product'], type: 'application/json' });
  }
  const read = find(undefined, readRequest);
  expect(read).toMatchObject({ fields: ['product'], type: 'application/json', reads: 1 });
  expect(await read?.run({ told: [] }, {})).toEqual({ product: { __typename: 'Product' } });
  expect(find('application/graphql-response+json', readRequest)).toBeNull();
  expect(find(undefined, { ...readRequest, source: `${source} ` })).toBeNull();
  expect(find(undefined, { ...readRequest, operationName: 'Other' })).toBeNull();
  const [first = '', rest = ''] = source.split(' {');
  expect(find(undefined, { ...readRequest, source: first, operationName: ` {${rest}` })).toBeNull();
});
