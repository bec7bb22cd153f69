import { GraphQLError, type ASTVisitor, type ValidationContext } from 'graphql';

export const maxAliasLength = 100;

/** An alias is sent once for every row of the answer. */
export function aliasLengthRule(context: ValidationContext): ASTVisitor {
  return {
    Field({ alias }) {
      if (alias && alias.value.length > maxAliasLength)
        context.reportError(new GraphQLError(`An alias has at most ${maxAliasLength} characters.`, { nodes: [alias] }));
    },
  };
}
