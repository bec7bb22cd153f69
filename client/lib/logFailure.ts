/** 'Logged only' (section 8): the page shows an empty list. */
export function logFailure(what: string, error: unknown): void {
  if (error) console.error(what, error); // eslint-disable-line no-console -- the specification asks for it
}
