import { GraphQLError, type ASTVisitor, type ValidationContext } from 'graphql';

/** GraphQL's validation accepts an operation whose root type the schema lacks, and its execution answers 200. */
export function rootTypeRule(context: ValidationContext): ASTVisitor {
  return {
    OperationDefinition(node) {
      if (!context.getSchema().getRootType(node.operation)) {
        context.reportError(new GraphQLError(`There is no ${node.operation} here.`, { nodes: [node] }));
      }
    },
  };
}
