/** 'Logged only' (section 8): the visitor sees an empty list, whoever looks into the console sees why. */
export function logFailure(what: string, error: unknown): void {
  if (error) console.error(what, error); // eslint-disable-line no-console -- the specification asks for it
}
