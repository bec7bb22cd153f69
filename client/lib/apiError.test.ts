import { CombinedGraphQLErrors } from '@apollo/client/errors';
import { apiErrorOf } from './apiError';

const answered = (extensions?: Record<string, unknown>) =>
  new CombinedGraphQLErrors({ errors: [{ message: 'Name is required', ...(extensions && { extensions }) }] });

describe('apiErrorOf', () => {
  it('reads the message, the code and the field', () => {
    expect(apiErrorOf(answered({ code: 'BAD_USER_INPUT', field: 'name' }))).toEqual({
      message: 'Name is required',
      code: 'BAD_USER_INPUT',
      field: 'name',
    });
    expect(apiErrorOf(answered({ code: 'CONFLICT' }))?.field).toBeUndefined();
  });

  it('prefers the message of the field to GraphQL’s message', () => {
    const fieldMessage = 'Price is not valid: a number such as 12.50 is expected.';
    expect(apiErrorOf(answered({ code: 'BAD_USER_INPUT', field: 'price', fieldMessage }))?.message).toBe(fieldMessage);
  });

  it('is undefined for other errors', () => {
    expect(apiErrorOf(answered({ code: 'INTERNAL_SERVER_ERROR' }))).toBeUndefined();
    expect(apiErrorOf(answered())).toBeUndefined();
    expect(apiErrorOf(new TypeError('Failed to fetch'))).toBeUndefined();
  });
});
