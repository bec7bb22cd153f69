import { getComplexity, type ComplexityEstimator } from 'graphql-query-complexity';
import {
  isLeafType,
  getNamedType,
  GraphQLError,
  Kind,
  type DocumentNode,
  type GraphQLSchema,
  type TypeNode,
} from 'graphql';
import { createBoundedCache } from '../cache/boundedCache';
import { BadInputError } from '../errors';

/** Twice the dearest document that the client or the REST table sends, which a test works out. */
export const costLimit = 210;

const pageQuery = 5;
const mutation = 10;
/** A cart holds at most 500 entries, and mostly a few. */
const cartRows = 50;

/** One for each record that may be read, more for what asks the database a question of its own; plain fields are free. */
export const recordCost: ComplexityEstimator = ({ type, field, args, childComplexity }) => {
  if (isLeafType(getNamedType(field.type))) return 0;
  if (field.name.startsWith('__')) return 1 + childComplexity;
  if (type.name === 'Mutation') return mutation + childComplexity;
  if (field.name === 'cart') return cartRows * (1 + childComplexity);
  if (field.name === 'pageInfo' || field.name === 'pictures') return 0;
  const first: unknown = args['first'];
  if (typeof first === 'number') return pageQuery + Math.max(1, first) * childComplexity;
  return 1 + childComplexity;
};

export interface PricedRequest {
  readonly schema: GraphQLSchema;
  readonly document: DocumentNode;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly operationName?: string | undefined;
}

/** By a document's number, the operation and the values that decide the cost. */
const costs = createBoundedCache<number>('documentCosts', () => 8);

interface PricedDocument {
  readonly number: number;
  /** The declared variables that may decide the cost, by the operation's name; '' for one without. */
  readonly deciding: ReadonlyMap<string, readonly string[]>;
}

const pricedDocuments = new WeakMap<DocumentNode, PricedDocument>();
let documents = 0;

/** Of variables that do not fit their types it may throw a GraphQLError. */
export function costOf(request: PricedRequest): number {
  const key = keyOf(request);
  const found = key === null ? undefined : costs.get(key);
  if (found !== undefined) return found;
  const cost = workOut(request);
  if (key !== null) costs.set(key, cost);
  return cost;
}

/** Made of what the document declares alone: what else a caller sends as variables has no place in it. null: not to be cached. */
function keyOf({ document, variables, operationName }: PricedRequest): string | null {
  const { number, deciding } = pricedDocument(document);
  const operation = operationName ?? (deciding.size === 1 ? [...deciding.keys()][0] : undefined) ?? '';
  const values = deciding.get(operation)?.map((name) => variables[name]);
  return values?.every(isSmall) ? `${number} ${operation} ${values.join()}` : null;
}

/** A text or list for a number or a switch is refused later; its length must not enter the key. */
const isSmall = (value: unknown) => value === undefined || typeof value === 'number' || typeof value === 'boolean';

function pricedDocument(document: DocumentNode): PricedDocument {
  const found = pricedDocuments.get(document);
  if (found) return found;
  const deciding = document.definitions.flatMap((definition): [string, readonly string[]][] => {
    if (definition.kind !== Kind.OPERATION_DEFINITION) return [];
    const declared = (definition.variableDefinitions ?? []).filter(({ type }) => mayDecide(type));
    return [[definition.name?.value ?? '', declared.map(({ variable }) => variable.name.value)]];
  });
  documents += 1;
  const priced = { number: documents, deciding: new Map(deciding) };
  pricedDocuments.set(document, priced);
  return priced;
}

/** Page sizes and the switches of directives; no field's cost follows from a text, nor from what is within a list or an object. */
function mayDecide(type: TypeNode): boolean {
  if (type.kind === Kind.NON_NULL_TYPE) return mayDecide(type.type);
  return type.kind === Kind.NAMED_TYPE && ['Int', 'Boolean'].includes(type.name.value);
}

function workOut({ schema, document, variables, operationName }: PricedRequest): number {
  return getComplexity({
    schema,
    query: document,
    variables: { ...variables },
    estimators: [recordCost],
    ...(operationName !== undefined && { operationName }),
  }) as number;
}

export function refuseCostly(request: PricedRequest): void {
  let cost: number;
  try {
    cost = costOf(request);
  } catch (error) {
    // Variables that do not fit their types are refused by the execution, with the field.
    if (error instanceof GraphQLError) return;
    throw error;
  }
  if (cost > costLimit) throw new BadInputError('The operation asks for too much at once.');
}
