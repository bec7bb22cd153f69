import { getComplexity, type ComplexityEstimator } from 'graphql-query-complexity';
import { isLeafType, getNamedType, GraphQLError, type DocumentNode, type GraphQLSchema } from 'graphql';
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

/** By the document and what of its variables a cost depends on: documents that are asked often are parsed once. */
const known = new WeakMap<DocumentNode, Map<string, number>>();
const mostPerDocument = 100;

/** Of variables that do not fit their types it may throw a GraphQLError. */
export function costOf(request: PricedRequest): number {
  const costs = known.get(request.document) ?? new Map<string, number>();
  const deciding = Object.entries(request.variables).filter(([, value]) => mayDecide(value));
  const key = JSON.stringify([request.operationName, deciding]);
  const found = costs.get(key);
  if (found !== undefined) return found;
  const cost = workOut(request);
  if (costs.size >= mostPerDocument) costs.clear();
  known.set(request.document, costs.set(key, cost));
  return cost;
}

/** No field's cost follows from a text, nor from what is within a list or an object. */
const mayDecide = (value: unknown) => value === null || typeof value === 'number' || typeof value === 'boolean';

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
