import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  buildSchema,
  getIntrospectionQuery,
  isEnumType,
  isInputObjectType,
  isInputType,
  isListType,
  isNonNullType,
  isRequiredInputField,
  Kind,
  Lexer,
  parse,
  print,
  Source,
  TokenKind,
  TypeInfo,
  typeFromAST,
  validate,
  visit,
  visitWithTypeInfo,
  type DocumentNode,
  type GraphQLInputType,
} from 'graphql';
import { constants } from '../../client/lib/constants';
import { endpoints } from '../../server/rest/endpoints';
import { documentRules } from '../../server/graphql/createApollo';
import { costLimit, costOf, heavyCost } from '../../server/graphql/cost';

const schema = buildSchema(readFileSync('schema.graphql', 'utf8'));

const documents: DocumentNode[] = readdirSync('client', { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.graphql'))
  .map((name) => parse(readFileSync(join('client', name), 'utf8')));
const fragments = documents.flatMap(({ definitions }) =>
  definitions.filter((definition) => definition.kind === Kind.FRAGMENT_DEFINITION),
);

/** One document per operation, as the client sends it: with its fragments and `__typename` in every selection. */
const clientOperations = documents
  .flatMap(({ definitions }) => definitions)
  .filter((definition) => definition.kind === Kind.OPERATION_DEFINITION)
  .map((operation) => {
    const used = new Set<string>();
    const collect = (node: DocumentNode['definitions'][number]): void => {
      visit(node, {
        FragmentSpread: ({ name: { value } }) => {
          const fragment = fragments.find(({ name }) => name.value === value);
          if (!fragment || used.has(value)) return;
          used.add(value);
          collect(fragment);
        },
      });
    };
    collect(operation);
    const document: DocumentNode = {
      kind: Kind.DOCUMENT,
      definitions: [operation, ...fragments.filter(({ name }) => used.has(name.value))],
    };
    const sent = visit(document, {
      SelectionSet: (node) => ({
        ...node,
        selections: [...node.selections, { kind: Kind.FIELD, name: { kind: Kind.NAME, value: '__typename' } } as const],
      }),
    });
    return { name: operation.name?.value ?? '', sent };
  });

/** The table of products, of one person or all. */
const ownProducts = 'StoreItems';

function tokensIn(document: DocumentNode): number {
  const lexer = new Lexer(new Source(print(document)));
  let count = 0;
  while (lexer.advance().kind !== TokenKind.EOF) count += 1;
  return count;
}

/** A valid value; the cost depends on the page size and on whether a search is set. */
function valueOf(type: GraphQLInputType, first: number): unknown {
  if (isNonNullType(type)) return valueOf(type.ofType, first);
  if (isListType(type)) return [];
  if (isEnumType(type)) return type.getValues()[0]?.name;
  if (type.name === 'Int') return first;
  if (type.name === 'Boolean') return false;
  if (!isInputObjectType(type)) return type.name === 'Float' ? 5 : 'a';
  const dear = ['search', 'rows', 'ids'];
  const given = Object.values(type.getFields()).filter(
    (field) => isRequiredInputField(field) || dear.includes(field.name),
  );
  return Object.fromEntries(
    given.map((field) => [
      field.name,
      dear.includes(field.name) && field.name !== 'search' ? [] : valueOf(field.type, first),
    ]),
  );
}

function priceOf(document: DocumentNode, first: number): number {
  const variables = document.definitions
    .flatMap((definition) => (definition.kind === Kind.OPERATION_DEFINITION ? definition.variableDefinitions : []))
    .map((variable) => {
      const type = variable && typeFromAST(schema, variable.type);
      return [variable?.variable.name.value, isInputType(type) ? valueOf(type, first) : undefined] as const;
    });
  return costOf({ schema, document, variables: Object.fromEntries(variables) });
}

test('finds the operations of the client', () => {
  const names = clientOperations.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['Products', 'Product', 'Cart', 'AddToStore', 'RegisterUser']));
});

test('no operation of the client or the REST table exceeds a document limit', () => {
  const sent = [...clientOperations.map((each) => each.sent), ...endpoints.map(({ document }) => parse(document))];
  expect(sent.flatMap((document) => validate(schema, document, documentRules()).map(String))).toEqual([]);
});

test('the cost limit is twice the cost of the most expensive document of the client and the REST table, without `sold`', () => {
  const costs = clientOperations.map(({ name, sent }) => [name, priceOf(sent, constants.pageSize)] as const);
  const client = costs.flatMap(([name, cost]) => (name === ownProducts ? [] : [cost]));
  const rest = endpoints.map(({ document }) => priceOf(parse(document), 100));
  expect(costLimit).toBe(2 * Math.max(...client, ...rest));
  const own = Object.fromEntries(costs)[ownProducts] ?? Infinity;
  expect(own).toBeGreaterThan(heavyCost);
  expect(own).toBeLessThanOrEqual(costLimit);
});

test('of the client’s documents the own products alone ask for what was sold', () => {
  const types = new TypeInfo(schema);
  const askedBy = clientOperations.filter(({ sent }) => {
    let found = false;
    const Field = () => {
      const name = `${types.getParentType()?.name}.${types.getFieldDef()?.name}`;
      found ||= name === 'Product.sold' || name === 'ProductStock.sold';
    };
    visit(sent, visitWithTypeInfo(types, { Field }));
    return found;
  });
  expect(askedBy.map(({ name }) => name)).toEqual([ownProducts]);
});

test('the admins’ list, export and bulk operations on orders are within the cost limit', () => {
  const cost = (name: string, variables: Record<string, unknown>) => {
    const operation = clientOperations.find((each) => each.name === name);
    return costOf({ schema, document: operation?.sent ?? parse('{ __typename }'), variables });
  };
  const fifty = Array.from({ length: 50 }, (_, index) => `K-${index}`);
  const costs = [
    cost('ShopOrders', { filter: { search: 'a', needsAttention: true }, sort: 'NEWEST', first: constants.pageSize }),
    cost('ExportShopOrders', { filter: { search: 'a' }, sort: 'NEWEST', first: constants.largestPage }),
    cost('CreateFulfillments', { input: { numbers: fifty } }),
    cost('BulkUndoFulfillments', { input: { fulfillments: fifty.map((number) => ({ number, id: number })) } }),
  ];
  expect(Math.min(...costs)).toBeGreaterThan(100);
  expect(Math.max(...costs)).toBeLessThanOrEqual(costLimit);
});

test('the playground’s introspection is within the cost limit', () => {
  const options = { inputValueDeprecation: true, schemaDescription: true, specifiedByUrl: true };
  expect(priceOf(parse(getIntrospectionQuery(options)), 0)).toBeLessThanOrEqual(costLimit);
});

test('the client’s largest document has less than half of the 500 tokens allowed', () => {
  const largest = Math.max(...clientOperations.map(({ sent }) => tokensIn(sent)));
  expect(largest).toBeGreaterThan(50);
  expect(largest).toBeLessThan(250);
});
