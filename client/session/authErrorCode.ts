/** The identity provider's code, as 'auth/popup-blocked'; empty for every other failure. Needs no SDK. */
export function authErrorCode(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' && code.startsWith('auth/') ? code : '';
}
