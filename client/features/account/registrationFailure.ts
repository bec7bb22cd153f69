import { apiErrorOf } from '../../lib/apiError';
import { serverMessage } from '../../lib/serverMessage';
import { authHint } from './authHint';
import { emptyRegistration, type Registration } from './registration';

export interface RegistrationFailure {
  sentence: string;
  hint: string | undefined;
  /** The field that the server rejected. */
  field: keyof Registration | undefined;
}

const isField = (field: string | undefined): field is keyof Registration =>
  field !== undefined && field in emptyRegistration;

export function registrationFailure(error: unknown): RegistrationFailure {
  const field = apiErrorOf(error)?.field;
  return {
    sentence: serverMessage(error, 'Registration failed'),
    hint: authHint(error),
    field: isField(field) ? field : undefined,
  };
}
