/** '' where the browser has no randomUUID: on an insecure origin that is not loopback. */
export const newKey = (): string => (typeof crypto.randomUUID === 'function' ? crypto.randomUUID() : '');

export const keyHeader = (key: string): Record<string, string> => (key === '' ? {} : { 'idempotency-key': key });
