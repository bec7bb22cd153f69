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

  it('makes nothing of a failure', () => {
    expect(refusalOf(answered({ code: 'INTERNAL_SERVER_ERROR' }))).toBeUndefined();
    expect(refusalOf(answered())).toBeUndefined();
    expect(refusalOf(new TypeError('Failed to fetch'))).toBeUndefined();
  });
});
