import type { DocumentNode, GraphQLSchema } from 'graphql';

export function plugin(
  schema: GraphQLSchema,
  documents: { document?: DocumentNode }[],
): { prepend: string[]; content: string };
