import { readFileSync } from 'node:fs';
import {
  buildSchema,
  getNamedType,
  isCompositeType,
  isInputObjectType,
  isListType,
  isNonNullType,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputType,
} from 'graphql';
import { createPrincipals, type Principal } from '../testing/principals';
import { startTestServer, type TestServer } from '../testing/startTestServer';

const schema = buildSchema(readFileSync('schema.graphql', 'utf8'));

let server: TestServer;
let admin: Principal;
beforeAll(async () => {
  server = await startTestServer();
  ({ admin } = await createPrincipals(server));
});
afterAll(() => server.stop());

/** A valid literal of the type with `inside` at `path`. */
function literal(type: GraphQLInputType, path: readonly (string | 0)[], inside: string): string {
  if (path.length === 0) return inside;
  const inner = isNonNullType(type) ? type.ofType : type;
  const [step, ...rest] = path;
  if (isListType(inner)) return `[${literal(inner.ofType as GraphQLInputType, rest, inside)}]`;
  if (!isInputObjectType(inner)) throw new Error('The path leads nowhere.');
  const fields = Object.values(inner.getFields())
    .filter((field) => field.name === step || (isNonNullType(field.type) && field.defaultValue === undefined))
    .map((field) => `${field.name}: ${field.name === step ? literal(field.type, rest, inside) : anyOf(field.type)}`);
  return `{ ${fields.join(', ')} }`;
}

function anyOf(type: GraphQLInputType): string {
  const inner = isNonNullType(type) ? type.ofType : type;
  if (isListType(inner)) return '[]';
  if (isInputObjectType(inner)) return literal(inner, [''], '');
  if ('getValues' in inner) return inner.getValues()[0]?.name ?? '';
  return (
    { Int: '1', Float: '1.5', Boolean: 'true', Cents: '1', DateTime: '"2026-01-31T09:30:00Z"' }[inner.name] ?? '"a"'
  );
}

interface Place {
  readonly path: readonly (string | 0)[];
  readonly type: GraphQLInputType;
}

/** Every non-null position within an argument. */
function placesIn(type: GraphQLInputType, path: readonly (string | 0)[] = []): Place[] {
  const inner = isNonNullType(type) ? type.ofType : type;
  const here = isNonNullType(type) ? [{ path, type: inner as GraphQLInputType }] : [];
  if (isListType(inner)) return [...here, ...placesIn(inner.ofType as GraphQLInputType, [...path, 0])];
  if (!isInputObjectType(inner)) return here;
  return [...here, ...Object.values(inner.getFields()).flatMap((field) => placesIn(field.type, [...path, field.name]))];
}

const selection = (field: GraphQLField<unknown, unknown>) =>
  isCompositeType(getNamedType(field.type)) ? '{ __typename }' : '';

const roots = [schema.getQueryType(), schema.getMutationType()].flatMap((root) =>
  Object.values(root?.getFields() ?? {}).map((field) => ({
    root: root === schema.getQueryType() ? 'query' : 'mutation',
    field,
  })),
);

const cases = roots.flatMap(({ root, field }) =>
  field.args.flatMap((argument) =>
    placesIn(argument.type).map(({ path, type }) => {
      const written = path.map((step) => (step === 0 ? '[0]' : `.${step}`)).join('');
      return [`${root} ${field.name}(${argument.name}${written})`, root, field, argument, { path, type }] as const;
    }),
  ),
);

function call(field: GraphQLField<unknown, unknown>, argument: GraphQLArgument, path: Place['path']): string {
  const others = field.args
    .filter((other) => other !== argument && isNonNullType(other.type) && other.defaultValue === undefined)
    .map((other) => `${other.name}: ${anyOf(other.type)}`);
  return `${field.name}(${[...others, `${argument.name}: ${literal(argument.type, path, '$x')}`].join(', ')}) ${selection(field)}`;
}

async function expectRefused(document: string, argument: string, variables: object = { x: null }): Promise<void> {
  const logged = server.logLines.length;
  for (let time = 0; time < 2; time += 1) {
    const answer = await server.graphql(document, variables, { token: admin.token });
    const { data, errors } = answer.json as {
      data?: unknown;
      errors: { message: string; extensions: Record<string, string> }[];
    };
    expect({ document, status: answer.status, data }).toEqual({ document, status: 400, data: undefined });
    expect(errors[0]?.message).toMatch(new RegExp(`^Argument "${argument}" .*must not be null`));
    expect(errors[0]?.extensions).toMatchObject({ code: 'BAD_USER_INPUT', field: expect.stringContaining(argument) });
  }
  expect(server.logLines.slice(logged).filter((line) => line.includes('Operation failed'))).toEqual([]);
}

test('finds non-null positions in queries and mutations, in input objects and in lists', () => {
  const names = cases.map(([name]) => name);
  expect(names).toEqual(
    expect.arrayContaining([
      'query products(sort)',
      'mutation createProduct(input.price)',
      'mutation importProducts(input.rows[0])',
      'mutation createProduct(input.categories[0])',
    ]),
  );
});

test.each(cases)(
  'refuses null from a nullable variable for %s',
  async (_name, root, field, argument, { path, type }) => {
    await expectRefused(
      `${root} ($x: ${type.toString()} = ${anyOf(type)}) { ${call(field, argument, path)} }`,
      argument.name,
    );
  },
);

test('refuses a default of null too', async () => {
  await expectRefused('query ($x: Int = null) { products(first: $x) { totalCount } }', 'first', {});
});

describe('directives', () => {
  const selections = [
    '{ categories @DIRECTIVE { id } }',
    '{ ... @DIRECTIVE { categories { id } } }',
    '{ categories { id @DIRECTIVE } }',
    '{ ...Part @DIRECTIVE } fragment Part on Query { categories { id } }',
    '{ ...Part } fragment Part on Query { ... on Query { categories { ... @DIRECTIVE { id } } } }',
  ];
  const all = ['skip', 'include'].flatMap((name) => selections.map((text) => [name, text] as const));
  test.each(all)('refuses null for @%s in %s', async (name, text) => {
    const document = `query ($x: Boolean = true) ${text.replace('@DIRECTIVE', `@${name}(if: $x)`)}`;
    await expectRefused(document, 'if');
    expect((await server.graphql(document, {})).status).toBe(200);
  });
});

test('refuses null inside a fragment', async () => {
  const document = `query ($x: ProductSort) { ...Part }
    fragment Part on Query { products(sort: $x) { ...Inner } } fragment Inner on ProductConnection { totalCount }`;
  await expectRefused(document, 'sort');
  expect((await server.graphql(document, {})).status).toBe(200);
});

test('leaves fields excluded by @skip or @include and non-null variables to graphql-js', async () => {
  const left =
    'query ($x: Int, $no: Boolean = false) { categories { id } products(first: $x) @include(if: $no) { totalCount } }';
  expect((await server.graphql(left, { x: null })).status).toBe(200);
  expect((await server.graphql(left, { x: null, no: true })).status).toBe(400);
  const spread = `query ($x: Int) { categories { id } ...Part @skip(if: true) } fragment Part on Query { products(first: $x) { totalCount } }`;
  expect((await server.graphql(spread, { x: null })).status).toBe(200);
  const strict = await server.graphql('query ($x: Int!) { products(first: $x) { totalCount } }', { x: null });
  expect(strict.text).toContain('Variable \\"$x\\" of non-null type \\"Int!\\" must not be null.');
});

test('refuses null for a document that was compiled without it', async () => {
  const document = 'query ($x: Int = 2, $sort: ProductSort) { products(first: $x, sort: $sort) { totalCount } }';
  for (let time = 0; time < 60; time += 1) expect((await server.graphql(document, {})).status).toBe(200);
  await expectRefused(document, 'first');
  await expectRefused(document, 'sort', { sort: null });
});
