import { authErrorCode } from '../../session/authErrorCode';

const tooEasy = 'This password is too easy to guess. Choose another one.';

/**
 * How to choose a password that the identity provider takes; undefined for another failure. A password policy of the
 * Firebase project names what is missing in the error's message, between brackets.
 */
export function passwordRefusal(error: unknown): string | undefined {
  const code = authErrorCode(error);
  if (code === 'auth/weak-password') return tooEasy;
  if (code !== 'auth/password-does-not-meet-requirements') return undefined;
  const missing = error instanceof Error ? error.message.split('[')[1]?.split(']')[0] : undefined;
  return missing === undefined
    ? 'This password does not meet the rules of this shop. Choose a longer one with capital and small letters, digits and signs.'
    : `This password does not meet the rules of this shop. ${missing}.`;
}
