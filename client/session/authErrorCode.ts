/** The identity provider's code, as 'auth/popup-blocked'; '' for all other errors. Works without the SDK. */
export function authErrorCode(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' && code.startsWith('auth/') ? code : '';
}
