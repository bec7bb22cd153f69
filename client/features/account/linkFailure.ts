import { authErrorCode } from '../../session/authErrorCode';

/** 'unreachable': nobody knows whether it was done. */
export type LinkFailure = 'invalid' | 'unreachable' | 'refused';

const invalidLinks = new Set([
  'auth/expired-action-code',
  'auth/invalid-action-code',
  'auth/user-not-found',
  'auth/user-disabled',
  'auth/argument-error',
  'auth/missing-code',
  'auth/internal-error',
]);

export function linkFailure(error: unknown): LinkFailure {
  const code = authErrorCode(error);
  if (invalidLinks.has(code)) return 'invalid';
  return code === '' || code === 'auth/network-request-failed' ? 'unreachable' : 'refused';
}
