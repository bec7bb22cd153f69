import { getComplexity, type ComplexityEstimator } from 'graphql-query-complexity';
import {
  isLeafType,
  BREAK,
  getNamedType,
  GraphQLError,
  Kind,
  visit,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLSchema,
} from 'graphql';
import { createBoundedCache } from '../cache/boundedCache';
import { BadInputError } from '../errors';
import { fieldNamesBelow } from './fieldNamesBelow';
import { isPartOfRecord } from './recordParts';
import { cartRows, repeatedCost } from './repeatedFields';

/** Twice the most expensive document of the client or the REST table without `sold`, which a test computes. */
export const costLimit = 548;

/** The cost that one read of the rate limit covers: a shopper's page with its counts, or a page of the longest lists. */
const costPerRead = 110;

/** From this cost on, only a limited number of documents run concurrently. */
export const heavyCost = 200;

const pageQuery = 5;
const mutation = 10;
/** 250 of them, from memory: as much work as so many records. */
const countryRows = 50;
/** Reads all orders of its days, or of its products. */
const report = 200;
/** Each item of a bulk call is looked up, checked and written. */
const changedRow = 5;
/** Of a product in a cart, by one call: which pieces it removes is not known beforehand, and each is archived. */
const mostPieces = 99;
/** More than any mutation accepts: it rejects longer lists on their field without executing. */
const maxRows = 101;

/** Filters without an index scan records, thousands of them for a count. */
const searching = { page: 50, count: 100, suggestions: 100 };
const counting = 10;
const answeredByIndex: ReadonlySet<string> = new Set(['category', 'inStockOnly', 'minPrice', 'maxPrice']);

const readsCart: ReadonlySet<string> = new Set([
  'Query.cartSummary',
  'Query.checkout',
  'SetStoreQuantityPayload.cart',
  'AcceptPricePayload.cart',
  'ReorderPayload.cart',
]);

type Fragments = Readonly<Record<string, FragmentDefinitionNode>>;

/** One per record that may be read, more for what sends a query of its own; plain fields are free once. */
const recordCost: ComplexityEstimator = ({ type, field, node, args, childComplexity, context }) => {
  if (isLeafType(getNamedType(field.type))) return 0;
  if (field.name.startsWith('__')) return 1 + childComplexity;
  if (type.name === 'Mutation') return mutation + writtenBy(field.name, args) + childComplexity;
  if (type.name === 'Query' && field.name === 'cart') return cartRows * (1 + childComplexity);
  // All entries are read, whatever is selected.
  if (readsCart.has(`${type.name}.${field.name}`)) return cartRows + childComplexity;
  if (field.name === 'packingSlips') return lengthOf(args['numbers']) * (1 + childComplexity);
  if (field.name === 'productsBySlugs') return lengthOf(args['slugs']) * (1 + childComplexity);
  if (field.name === 'salesReport') return report + childComplexity;
  if (type.name === 'Query' && field.name === 'countries') return countryRows + childComplexity;
  if (isPartOfRecord(field)) return childComplexity;
  const first: unknown = args['first'];
  if (typeof first !== 'number') return 1 + childComplexity;
  if (field.name === 'productSuggestions') return searching.suggestions + Math.max(1, first) * childComplexity;
  const isSearch = scansRecords(args['filter']);
  const counts = countsBelow(node, (context?.['fragments'] ?? {}) as Fragments);
  return (
    (isSearch ? searching.page : pageQuery) +
    counts * (isSearch ? searching.count : counting) +
    Math.max(1, first) * childComplexity
  );
};

const soldPieces: ReadonlySet<string> = new Set(['Product.sold', 'ProductStock.sold']);

/** Once for each place in the document: the rows of a list share one reading of the orders. */
const soldCost: ComplexityEstimator = ({ type, field, childComplexity }) =>
  soldPieces.has(`${type.name}.${field.name}`) ? report : childComplexity;

function asksForSold(document: DocumentNode): boolean {
  let found = false;
  visit(document, {
    Field: ({ name }) => {
      if (name.value !== 'sold') return undefined;
      found = true;
      return BREAK;
    },
  });
  return found;
}

/** Reads a day and its orders. */
const comparesDay: ReadonlySet<string> = new Set(['checkReconciliation', 'fixDifference']);

/** Orders have as many pieces as carts, and usually a few. */
function writtenBy(mutationName: string, args: Readonly<Record<string, unknown>>): number {
  if (comparesDay.has(mutationName)) return report;
  if (mutationName === 'reorder') return cartRows;
  const pieces = mutationName === 'setStoreQuantity' ? Math.max(mostPieces, wantedPieces(args)) : wantedPieces(args);
  return changedRow * rowsOf(args) + pieces;
}

/** One count covers the total and whether it is exact. */
function countsBelow(node: FieldNode, fragments: Fragments): number {
  const names = fieldNamesBelow({ fieldNodes: [node], fragments });
  const total = names.has('totalCount') || names.has('totalCountIsExact');
  return Number(total) + Number(names.has('hiddenAbovePrice'));
}

function scansRecords(filter: unknown): boolean {
  if (typeof filter !== 'object' || filter === null) return false;
  return Object.entries(filter).some(([name, value]) => !answeredByIndex.has(name) && !isBlank(value));
}

const isBlank = (value: unknown) =>
  value === null || value === undefined || (typeof value === 'string' && value.trim() === '');

/** Each piece in a cart is an entry of its own. */
function wantedPieces(args: Readonly<Record<string, unknown>>): number {
  const { quantity } = (args['input'] ?? {}) as { quantity?: unknown };
  return typeof quantity === 'number' && quantity > 0 ? Math.ceil(quantity) : 0;
}

function rowsOf(args: Readonly<Record<string, unknown>>): number {
  const { rows, ids, numbers, fulfillments } = (args['input'] ?? {}) as Readonly<Record<string, unknown>>;
  return Math.min(maxRows, lengthOf(rows ?? ids ?? numbers ?? fulfillments));
}

const lengthOf = (list: unknown) => (Array.isArray(list) ? list.length : 0);

/** A document's charge against the rate limit of reads; at least one. */
export function readsFor(cost: number): number {
  return Math.max(1, Math.ceil(cost / costPerRead));
}

export interface PricedRequest {
  readonly schema: GraphQLSchema;
  readonly document: DocumentNode;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly operationName?: string | undefined;
}

/** Keyed by document, operation and the variables that the cost depends on. */
const costs = createBoundedCache<number>('documentCosts', () => 8);

interface PricedDocument {
  readonly number: number;
  /** The declared variables of all operations. */
  readonly declared: readonly string[];
}

const pricedDocuments = new WeakMap<DocumentNode, PricedDocument>();
let documents = 0;
const maxKeyLength = 200;

/** May throw a GraphQLError if variables do not match their types. */
export function costOf(request: PricedRequest): number {
  const key = keyOf(request);
  const found = key === null ? undefined : costs.get(key);
  if (found !== undefined) return found;
  const cost = computeCost(request);
  if (key !== null) costs.set(key, cost);
  return cost;
}

/** Ignores undeclared variables, which the caller could vary at will. null: not cacheable. */
function keyOf({ document, variables, operationName = '' }: PricedRequest): string | null {
  const { number, declared } = pricedDocument(document);
  // An omitted variable is not null: it has its default.
  const given = declared.filter((name) => variables[name] !== undefined);
  const key = JSON.stringify([number, operationName, given.map((name) => [name, decisive(variables[name])])]);
  return key.length > maxKeyLength ? null : key;
}

function pricedDocument(document: DocumentNode): PricedDocument {
  const found = pricedDocuments.get(document);
  if (found) return found;
  const declared = document.definitions.flatMap((definition) =>
    definition.kind === Kind.OPERATION_DEFINITION
      ? (definition.variableDefinitions ?? []).map(({ variable }) => variable.name.value)
      : [],
  );
  documents += 1;
  const priced = { number: documents, declared: [...new Set(declared)] };
  pricedDocuments.set(document, priced);
  return priced;
}

/** What the cost depends on: whether texts are blank, how long lists are, and that most numbers inside a value are present. */
function decisive(value: unknown, within?: string): unknown {
  // The number of pieces is the one number in an input that the cost depends on.
  if (within !== undefined && within !== 'quantity' && typeof value === 'number') return 0;
  if (typeof value === 'string') return isBlank(value) ? '' : 'x';
  if (Array.isArray(value)) return [value.length];
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value);
  // Larger than any input of the schema: not cacheable.
  if (entries.length > 30) return 'x'.repeat(maxKeyLength);
  return Object.fromEntries(entries.map(([name, part]) => [name, decisive(part, name)]));
}

function computeCost({ schema, document, variables, operationName }: PricedRequest): number {
  const priced = (estimator: ComplexityEstimator) =>
    getComplexity({
      schema,
      query: document,
      variables: { ...variables },
      estimators: [estimator],
      context: { fragments: fragmentsOf(document) },
      ...(operationName !== undefined && { operationName }),
    }) as number;
  const repeated = repeatedCost(schema, document);
  return priced(recordCost) + (asksForSold(document) ? priced(soldCost) : 0) + (repeated ? priced(repeated) : 0);
}

function fragmentsOf({ definitions }: DocumentNode): Fragments {
  return Object.fromEntries(
    definitions.flatMap((definition) =>
      definition.kind === Kind.FRAGMENT_DEFINITION ? [[definition.name.value, definition]] : [],
    ),
  );
}

/** Rejects documents above the limit; 0 where the execution will fail. */
export function affordableCost(request: PricedRequest): number {
  let cost: number;
  try {
    cost = costOf(request);
  } catch (error) {
    // The execution rejects mismatched variables, and names the field.
    if (error instanceof GraphQLError) return 0;
    throw error;
  }
  if (cost > costLimit) throw tooExpensive(cost);
  return cost;
}

const tooExpensive = (cost: number) =>
  new BadInputError(
    `The operation asks for too much at once: it costs ${cost}, and ${costLimit} is allowed. Fewer rows or a smaller first cost less.`,
  );
