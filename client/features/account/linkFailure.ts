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
]);

/** Answers that are certain to have changed nothing. The SDK makes a code of its own of whatever a failing server says. */
const refusals = new Set([
  'auth/admin-restricted-operation',
  'auth/email-already-in-use',
  'auth/invalid-email',
  'auth/operation-not-allowed',
  'auth/password-does-not-meet-requirements',
  'auth/too-many-requests',
  'auth/weak-password',
]);

export function linkFailure(error: unknown): LinkFailure {
  const code = authErrorCode(error);
  if (invalidLinks.has(code)) return 'invalid';
  return refusals.has(code) ? 'refused' : 'unreachable';
}
