import { GraphQLError } from 'graphql';
import { formatError } from './formatError';

const internal = { extensions: { code: 'INTERNAL_SERVER_ERROR' } };

test("GraphQL's own end of a long list of wrong variables is the caller's mistake, not ours", () => {
  const message = 'Too many errors processing variables, error limit reached. Execution aborted.';
  expect(formatError({ message, ...internal }, new GraphQLError(message))).toMatchObject({
    message: 'There are more errors in the variables.',
    extensions: { code: 'BAD_USER_INPUT' },
  });
});

test('the same words out of a resolver are masked like all others', () => {
  const message = 'Too many errors processing variables, error limit reached. Execution aborted.';
  expect(formatError({ message, path: ['me'], ...internal }, new GraphQLError(message)).message).toBe(
    'Internal server error',
  );
});
