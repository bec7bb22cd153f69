import { readFileSync } from 'node:fs';
import {
  buildSchema,
  getIntrospectionQuery,
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
  parse,
  type GraphQLInputType,
} from 'graphql';
import { costLimit, costOf } from './cost';
import { listRows } from './repeatedFields';

const schema = buildSchema(readFileSync('schema.graphql', 'utf8'));
const costIn = (query: string) => {
  const document = parse(query);
  return (variables: Record<string, unknown>, operationName?: string) =>
    costOf({ schema, document, variables, operationName });
};

test('computes the cost anew for other variables, whatever their names', () => {
  const cost = costIn('query ($first: Int!, $b: Int) { products(first: $first) { nodes { name } } }');
  const cheap = cost({ first: 1 });
  expect(cost({ 'first:100,b': 1, first: 1 })).toBe(cheap);
  expect(cost({ '"first",100': 1, first: 1 })).toBe(cheap);
  expect(cost({ first: 100 })).toBe(cheap + 99);
  expect(cost({ first: 100, b: 1 })).toBe(cheap + 99);
  expect(cost({ first: 1 })).toBe(cheap);
});

test('@include and null variables affect the cost', () => {
  const cost = costIn(
    'query ($all: Boolean!, $first: Int = 100) { products(first: $first) @include(if: $all) { nodes { name } } }',
  );
  expect(cost({ all: false })).toBe(0);
  expect(cost({ all: true })).toBeGreaterThan(100);
  expect(() => cost({ all: true, first: null })).toThrow();
  expect(cost({ all: true })).toBeGreaterThan(100);
  expect(cost({ all: false })).toBe(0);
});

test('productsBySlugs costs one per slug', () => {
  const cost = costIn('query ($slugs: [String!]!) { productsBySlugs(slugs: $slugs) { name pictures { alt } } }');
  expect([cost({ slugs: [] }), cost({ slugs: ['a'] }), cost({ slugs: Array(12).fill('a') })]).toEqual([0, 1, 12]);
});

test('a field costs nothing under one name, whichever, and 1 in every row for each alias beside another name', () => {
  const pageOf = (fields: string) => costIn(`{ products(first: 100) { nodes { ${fields} } } }`)({});
  const plain = pageOf('name description');
  expect([pageOf('name: description'), pageOf('title: name text: description'), pageOf('name: name')]).toEqual([
    plain,
    plain,
    plain,
  ]);
  expect(pageOf('name title: name')).toBe(plain + 100);
  expect(pageOf('a: name b: name')).toBe(plain + 200);
  const parts = costIn(
    '{ products(first: 100) { nodes { ...A } edges { node { ... on Product { title: name } } } } } fragment A on Product { name }',
  );
  expect(parts({})).toBe(costIn('{ products(first: 100) { nodes { name } edges { node { name } } } }')({}) + 100);
});

test('lists within records cost their rows for each alias beside another name', () => {
  const once = costIn('{ products(first: 100) { nodes { pictures { alt } } } }')({});
  expect(costIn('{ products(first: 100) { nodes { pictures { alt a: alt } } } }')({})).toBeGreaterThan(once + 500);
  expect(costIn('{ products(first: 100) { nodes { a: pictures { alt } b: pictures { alt } } } }')({})).toBeGreaterThan(
    once + 500,
  );
  const results = costIn(
    'mutation ($input: BulkUpdateProductsInput!) { bulkUpdateProducts(input: $input) { results { storeItem { ... on Product { a: description b: description } } } } }',
  );
  expect(results({ input: { ids: [], action: 'ACTIVATE' } })).toBeGreaterThan(200);
});

test('the schema’s own description costs its rows for each alias beside another name', () => {
  const once = costIn('{ __schema { types { name description fields { name description } } } }')({});
  expect(once).toBeLessThan(10);
  const types = (alias: string) => `${alias}: types { name description fields { name description } }`;
  expect(costIn(`{ __schema { ${types('a')} ${types('b')} } }`)({})).toBeGreaterThan(once + 400);
  expect(costIn(`{ __schema { ${['a', 'b', 'c'].map(types).join(' ')} } }`)({})).toBeGreaterThan(costLimit);
  const whole = ['a', 'b', 'c'].map((alias) => `${alias}: __schema { types { name description } }`);
  expect(costIn(`{ ${whole.join(' ')} }`)({})).toBeGreaterThan(costLimit);
  const fields = ['a', 'b'].map((alias) => `${alias}: fields { name description }`);
  expect(costIn(`{ __schema { types { ${fields.join(' ')} } } }`)({})).toBeGreaterThan(costLimit);
  const two = ['Product', 'Order'].map((name) => `${name}: __type(name: "${name}") { fields { name args { name } } }`);
  expect(costIn(`{ ${two.join(' ')} }`)({})).toBeLessThan(20);
  expect(costIn(getIntrospectionQuery())({})).toBeLessThan(110);
});

test('all countries cost as much as a cart, and several times as much several times', () => {
  const one = costIn('{ countries { code name regions { key name } } }')({});
  expect(one).toBeGreaterThanOrEqual(50);
  expect(one).toBeLessThan(60);
  const names = (count: number) => Array.from({ length: count }, (_, index) => `c${index}`);
  const many = (count: number) =>
    costIn(`{ ${names(count)
      .map((name) => `${name}: countries { ...C }`)
      .join(' ')} }
      fragment C on Country { code name regions { key name } }`)({});
  expect(many(4)).toBe(4 * one);
  expect(many(15)).toBeGreaterThan(costLimit);
  const regions = names(2).map((name) => `${name}: regions { key name }`);
  expect(costIn(`{ countries { ${regions.join(' ')} } }`)({})).toBeGreaterThan(costLimit);
  expect(costIn('{ countries { regions { name label: name } } }')({})).toBeGreaterThan(costLimit);
});

test('every list without first has a number of rows', () => {
  const lists = Object.values(schema.getTypeMap()).flatMap((type) =>
    !isObjectType(type) || type.name.startsWith('__') || type.name.endsWith('Connection')
      ? []
      : Object.values(type.getFields())
          .filter((field) => isListType(getNullableType(field.type)) && isObjectType(getNamedType(field.type)))
          .filter(({ args }) => !args.some(({ name }) => ['first', 'slugs', 'numbers'].includes(name)))
          .map((field) => `${type.name}.${field.name}`),
  );
  expect(lists.length).toBeGreaterThan(40);
  expect(Object.keys(listRows).sort()).toEqual(lists.sort());
});

test('each operation of a document has its own cost', () => {
  const cost = costIn(
    'query A { products(first: 1) { totalCount } } query B { products(first: 100) { nodes { id } } }',
  );
  expect(cost({}, 'A')).toBe(15);
  expect(cost({}, 'B')).toBeGreaterThan(100);
  expect(cost({}, 'A')).toBe(15);
});

test('stays correct for more variables than the cache holds', () => {
  const cost = costIn('query ($first: Int!) { products(first: $first) { nodes { name } } }');
  const asked = Array.from({ length: 600 }, (_, first) => cost({ first: first + 1 }));
  expect(asked).toEqual(Array.from({ length: 600 }, (_, first) => (asked[0] ?? 0) + first));
  expect(asked[599]).toBeGreaterThan(costLimit);
});

test('a search costs more, as a literal or as a variable', () => {
  const plain = costIn('{ products(first: 1, filter: { category: "a", search: " " }) { totalCount } }')({});
  const literal = costIn('{ products(first: 1, filter: { search: "a" }) { totalCount } }')({});
  expect(literal).toBeGreaterThan(plain + 100);
  const text = costIn('query ($s: String) { products(first: 1, filter: { search: $s }) { totalCount } }');
  expect([text({ s: 'a' }), text({ s: '' }), text({ s: 'b' }), text({})]).toEqual([literal, plain, literal, plain]);
  const whole = costIn('query ($f: ProductFilter) { products(first: 1, filter: $f) { totalCount } }');
  expect([whole({ f: { search: 'a' } }), whole({ f: { category: 'a' } }), whole({ f: null }), whole({})]).toEqual([
    literal,
    plain,
    plain,
    plain,
  ]);
  const above = costIn(
    '{ products(first: 1, filter: { search: "a" }) { totalCount totalCountIsExact hiddenAbovePrice } }',
  );
  expect(above({})).toBe(literal + 100);
});

test('suggestions cost as much as a count plus one per requested product', () => {
  const cost = costIn('query ($n: Int!) { productSuggestions(search: "a", first: $n) { products { name } } }');
  expect([cost({ n: 4 }) - 4, cost({ n: 8 }) - 8]).toEqual([100, 100]);
});

test('every row of an import has a cost, up to the maximum number of rows', () => {
  const cost = costIn(
    'mutation ($input: ImportProductsInput!) { importProducts(input: $input) { results { line } } }'.replace(
      'line',
      '__typename',
    ),
  );
  const rows = (count: number) => ({ input: { dryRun: true, rows: Array.from({ length: count }, () => ({})) } });
  expect(cost(rows(100)) - cost(rows(1))).toBe(99 * 5);
  expect(cost(rows(100))).toBeLessThanOrEqual(costLimit);
  // More rows are refused by their number, not by their cost.
  expect(cost(rows(2_000))).toBe(cost(rows(101)));
  expect(cost(rows(101))).toBeLessThanOrEqual(costLimit);
});

/** A value of a type in which every number is the given one. */
function filled(type: GraphQLInputType, number: number): unknown {
  if (isNonNullType(type)) return filled(type.ofType as GraphQLInputType, number);
  if (isListType(type)) return [filled(type.ofType as GraphQLInputType, number)];
  if (isEnumType(type)) return type.getValues()[0]?.name;
  if (isInputObjectType(type))
    return Object.fromEntries(Object.values(type.getFields()).map((field) => [field.name, filled(field.type, number)]));
  return { Int: number, Float: number, Money: number, Boolean: true }[type.name] ?? 'a';
}

test('the cost of a call does not depend on the variables of earlier calls with the same document', () => {
  const mutations = Object.values(schema.getMutationType()?.getFields() ?? {}).filter(({ args }) => args.length === 1);
  expect(mutations.length).toBeGreaterThan(20);
  for (const { name, args } of mutations) {
    const [type] = args.map((arg) => arg.type);
    if (!type) throw new Error(name);
    const text = `mutation ($input: ${String(type)}) { ${name}(input: $input) { __typename } }`;
    const input = (number: number) => ({ input: filled(type, number) });
    const asked = costIn(text);
    const inTurn = [1, 400, 1, 100_000].map((number) => asked(input(number)));
    expect([name, inTurn]).toEqual([name, [1, 400, 1, 100_000].map((number) => costIn(text)(input(number)))]);
  }
});

test('every piece of a quantity has a cost, and an excessive quantity does not affect later calls', () => {
  const cost = costIn('mutation ($input: StartCheckoutInput!) { startCheckout(input: $input) { __typename } }');
  const pieces = (quantity: number) => cost({ input: { slug: 'lamp', quantity } });
  const one = pieces(1);
  expect(pieces(400)).toBe(one + 399);
  expect(pieces(1_000_000)).toBeGreaterThan(costLimit);
  expect(pieces(2)).toBe(one + 1);
});

test('removing pieces from a cart costs as much as adding the most that one call adds', () => {
  const cost = costIn('mutation ($input: SetStoreQuantityInput!) { setStoreQuantity(input: $input) { __typename } }');
  const pieces = (quantity: number) => cost({ input: { slug: 'lamp', quantity } });
  expect([pieces(0), pieces(1), pieces(99)]).toEqual(Array(3).fill(10 + 99));
  expect(pieces(1_000_000)).toBeGreaterThan(costLimit);
  expect(pieces(0)).toBe(10 + 99);
});

test('what was sold costs a report for each place that asks for it, however many rows it has', () => {
  const cost = (query: string) => costIn(query)({});
  const page = (fields: string) => cost(`{ products(first: 100) { nodes { ${fields} } } }`);
  expect(page('name sold')).toBe(page('name') + 200);
  const levels = cost('{ stockLevels(first: 100) { nodes { id } } }');
  expect(cost('{ stockLevels(first: 100) { nodes { id sold } } }')).toBe(levels + 200);
  expect(cost('{ product(slug: "a") { sold } }')).toBe(cost('{ product(slug: "a") { name } }') + 200);
  const items = (fields: string) => cost(`{ storeItems(first: 10) { nodes { ... on Product { ${fields} } } } }`);
  expect(items('sold')).toBe(items('name') + 200);
  const places = (count: number) =>
    cost(
      `{ ${Array.from({ length: count }, (_, index) => `p${index}: product(slug: "p${index}") { ...S }`).join(' ')} }
      fragment S on Product { sold }`,
    );
  expect([places(2) - 2 * places(1), places(3) > costLimit]).toEqual([0, true]);
  const when = costIn('query ($own: Boolean!) { product(slug: "a") { name sold @include(if: $own) } }');
  expect(when({ own: true }) - when({ own: false })).toBe(200);
  // Of a report it is a part.
  const report = (fields: string) =>
    cost(`{ salesReport(from: "2026-01-01", to: "2026-01-02") { bestSellers { ${fields} } } }`);
  expect(report('name sold')).toBe(report('name'));
});
