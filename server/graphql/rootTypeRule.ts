import { GraphQLError, type ASTVisitor, type ValidationContext } from 'graphql';

/** GraphQL's own rules pass over an operation whose root type the schema lacks, and its execution answers 200. */
export function rootTypeRule(context: ValidationContext): ASTVisitor {
  return {
    OperationDefinition(node) {
      if (!context.getSchema().getRootType(node.operation)) {
        context.reportError(new GraphQLError(`There is no ${node.operation} here.`, { nodes: [node] }));
      }
    },
  };
}
