import { CombinedGraphQLErrors } from '@apollo/client/errors';
import { refusalOf } from './refusal';

const answered = (extensions?: Record<string, unknown>) =>
  new CombinedGraphQLErrors({ errors: [{ message: 'Name is required', ...(extensions && { extensions }) }] });

describe('refusalOf', () => {
  it('reads the sentence, the code and the field', () => {
    expect(refusalOf(answered({ code: 'BAD_USER_INPUT', field: 'name' }))).toEqual({
      message: 'Name is required',
      code: 'BAD_USER_INPUT',
      field: 'name',
    });
    expect(refusalOf(answered({ code: 'CONFLICT' }))?.field).toBeUndefined();
  });

  it('prefers the sentence about the field to the one in the words of GraphQL', () => {
    const fieldMessage = 'Price is not valid: a number is expected.';
    expect(refusalOf(answered({ code: 'BAD_USER_INPUT', field: 'price', fieldMessage }))?.message).toBe(fieldMessage);
  });

  it('makes nothing of a failure', () => {
    expect(refusalOf(answered({ code: 'INTERNAL_SERVER_ERROR' }))).toBeUndefined();
    expect(refusalOf(answered())).toBeUndefined();
    expect(refusalOf(new TypeError('Failed to fetch'))).toBeUndefined();
  });
});
