import { GraphQLScalarType, isScalarType, Kind, parse } from 'graphql';
import type { Resolvers } from '../__generated__/resolvers';

/** The custom scalars with their descriptions from schema.graphql, which making the schema executable drops. */
export function describedScalars(typeDefs: string, resolvers: Resolvers): Record<string, GraphQLScalarType> {
  const described: Record<string, GraphQLScalarType> = {};
  for (const node of parse(typeDefs).definitions) {
    if (node.kind !== Kind.SCALAR_TYPE_DEFINITION) continue;
    const name = node.name.value;
    const scalar: unknown = resolvers[name as keyof Resolvers];
    if (!isScalarType(scalar)) continue;
    described[name] = new GraphQLScalarType({ ...scalar.toConfig(), description: node.description?.value });
  }
  return described;
}
