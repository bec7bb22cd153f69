import { GraphQLError, GraphQLScalarType, Kind } from 'graphql';

const pattern = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2})$/;

export const DateTime = new GraphQLScalarType<Date, string>({
  name: 'DateTime',
  serialize(value) {
    if (value instanceof Date && !Number.isNaN(value.getTime())) return value.toISOString();
    throw new GraphQLError('A moment in time is not a date.');
  },
  parseValue: parse,
  parseLiteral: (node) => parse(node.kind === Kind.STRING ? node.value : null),
});

function parse(value: unknown): Date {
  const date = typeof value === 'string' && pattern.test(value) ? new Date(value) : null;
  if (date && !Number.isNaN(date.getTime())) return date;
  throw new GraphQLError('A DateTime is written like 2026-01-31T09:30:00.000Z.', {
    extensions: { code: 'BAD_USER_INPUT' },
  });
}
