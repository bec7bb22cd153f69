import { GraphQLError } from 'graphql';
import { formatError } from './formatError';

const internal = { extensions: { code: 'INTERNAL_SERVER_ERROR' } };

test('reports the error limit of graphql-js for variables as BAD_USER_INPUT', () => {
  const message = 'Too many errors processing variables, error limit reached. Execution aborted.';
  expect(formatError({ message, ...internal }, new GraphQLError(message))).toMatchObject({
    message: 'There are more errors in the variables.',
    extensions: { code: 'BAD_USER_INPUT' },
  });
});

test('masks the same message when a resolver throws it', () => {
  const message = 'Too many errors processing variables, error limit reached. Execution aborted.';
  expect(formatError({ message, path: ['me'], ...internal }, new GraphQLError(message)).message).toBe(
    'Internal server error',
  );
});
