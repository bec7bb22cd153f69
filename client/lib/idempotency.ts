/** A new key; none where the browser cannot make one, which is on an insecure address of another machine alone. */
export const newKey = (): string => (typeof crypto.randomUUID === 'function' ? crypto.randomUUID() : '');

export const keyHeader = (key: string): Record<string, string> => (key === '' ? {} : { 'idempotency-key': key });
