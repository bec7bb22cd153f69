import { GraphQLError, GraphQLScalarType, Kind } from 'graphql';

const pattern =
  /^(\d{4})-(\d{2})-(\d{2})T(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;

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
  const written = typeof value === 'string' ? pattern.exec(value) : null;
  // JavaScript turns 30 February into 1 March.
  if (written && isDay(Number(written[1]), Number(written[2]), Number(written[3]))) return new Date(written[0]);
  throw new GraphQLError('A DateTime is written like 2026-01-31T09:30:00Z.', {
    extensions: { code: 'BAD_USER_INPUT' },
  });
}

function isDay(year: number, month: number, day: number): boolean {
  // Shifted by 400 years, the Gregorian cycle, since JavaScript maps years below 100 to 1900.
  return month >= 1 && month <= 12 && day >= 1 && day <= new Date(Date.UTC(2000 + (year % 400), month, 0)).getUTCDate();
}
