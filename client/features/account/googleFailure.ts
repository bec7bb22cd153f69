import { serverMessage } from '../../lib/serverMessage';
import { authErrorCode } from '../../session/authErrorCode';

export interface GoogleFailure {
  sentence: string;
  hint: string | undefined;
}

const hints: Record<string, string> = {
  'auth/popup-blocked': 'Your browser blocked the Google window. Allow pop-ups for this shop and try again.',
  'auth/unauthorized-domain': 'Google does not know this address of the shop. Use your email and password instead.',
  'auth/network-request-failed': 'Google could not be reached. Check your connection and try again.',
  'auth/web-storage-unsupported':
    'Your browser keeps no data for this shop. Allow cookies and site data and try again.',
  'auth/internal-error': 'Something went wrong on the way to Google. Try again in a moment.',
  'auth/user-disabled': 'This account has been closed.',
  'auth/too-many-requests': 'There were too many tries. Wait a moment and try again.',
  'auth/account-exists-with-different-credential':
    'This email already has an account with a password. Sign in with that.',
};

/** The server's message or the specification's, and a hint how to go on (M25, M69). */
export function googleFailure(error: unknown): GoogleFailure {
  return { sentence: serverMessage(error, 'Google Sign In failed'), hint: hints[authErrorCode(error)] };
}
