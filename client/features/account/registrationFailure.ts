import { apiErrorOf } from '../../lib/apiError';
import { serverMessage } from '../../lib/serverMessage';
import { authErrorCode } from '../../session/authErrorCode';
import { passwordRefusal } from './passwordRefusal';
import { emptyRegistration, type Registration } from './registration';

export interface RegistrationFailure {
  sentence: string;
  hint: string | undefined;
  /** The field that the server rejected. */
  field: keyof Registration | undefined;
}

const hints: Record<string, string> = {
  'auth/email-already-in-use': 'There may be an account with this email already: sign in, or reset its password.',
  'auth/network-request-failed': 'The shop could not be reached. Check your connection and try again.',
  'auth/invalid-email': 'This email was not accepted. Check it for typing mistakes.',
  'auth/too-many-requests': 'There were too many tries. Wait a moment and try again.',
};

const isField = (field: string | undefined): field is keyof Registration =>
  field !== undefined && field in emptyRegistration;

export function registrationFailure(error: unknown): RegistrationFailure {
  const field = apiErrorOf(error)?.field;
  return {
    sentence: serverMessage(error, 'Registration failed'),
    hint: passwordRefusal(error) ?? hints[authErrorCode(error)],
    field: isField(field) ? field : undefined,
  };
}
