import { GraphQLError, OperationTypeNode, type ASTVisitor, type ValidationContext } from 'graphql';
import { rootFields } from './rootFields';

const maxMutations = 4;

/** Root fields of mutations run sequentially, each with side effects of its own: at most four per document. */
export function mutationCountRule(context: ValidationContext): ASTVisitor {
  return {
    OperationDefinition(node) {
      if (node.operation !== OperationTypeNode.MUTATION) return;
      if (rootFields(node.selectionSet, context.getDocument()).length > maxMutations) {
        context.reportError(new GraphQLError('The operation holds too many mutations.', { nodes: [node] }));
      }
    },
  };
}
