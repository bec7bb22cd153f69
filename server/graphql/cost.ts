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
  readonly variables: Record<string, unknown>;
  readonly operationName?: string | undefined;
}

export function costOf({ schema, document, variables, operationName }: PricedRequest): number {
  return getComplexity({
    schema,
    query: document,
    variables,
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
