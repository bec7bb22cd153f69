import { GraphQLError, GraphQLScalarType, Kind } from 'graphql';

export const Cents = new GraphQLScalarType<number, number>({
  name: 'Cents',
  serialize(value) {
    if (Number.isSafeInteger(value)) return value as number;
    throw new GraphQLError('A sum of money is not whole cents.');
  },
  parseValue: parse,
  parseLiteral: (node) => parse(node.kind === Kind.INT ? Number(node.value) : null),
});

function parse(value: unknown): number {
  if (Number.isSafeInteger(value)) return value as number;
  throw new GraphQLError('Cents are written as a whole number like 1999.', {
    extensions: { code: 'BAD_USER_INPUT' },
  });
}
