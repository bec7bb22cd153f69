import { authErrorCode } from '../../session/authErrorCode';
import { passwordRefusal } from './passwordRefusal';

const hints: Record<string, string> = {
  'auth/email-already-in-use': 'There may be an account with this email already: sign in, or reset its password.',
  'auth/network-request-failed': 'The shop could not be reached. Check your connection and try again.',
  'auth/invalid-email': 'This email was not accepted. Check it for typing mistakes.',
  'auth/too-many-requests': 'There were too many tries. Wait a moment and try again.',
};

/** How to proceed after a failure at the identity provider. */
export const authHint = (error: unknown): string | undefined => passwordRefusal(error) ?? hints[authErrorCode(error)];
