import { authErrorCode } from '../../session/authErrorCode';
import type { LinkFailure } from './ExpiredLink';

const invalidLinks = new Set([
  'auth/expired-action-code',
  'auth/invalid-action-code',
  'auth/user-not-found',
  'auth/user-disabled',
  'auth/argument-error',
  'auth/missing-code',
  'auth/internal-error',
]);

export const linkFailure = (error: unknown): LinkFailure =>
  invalidLinks.has(authErrorCode(error)) ? 'invalid' : 'unreachable';
