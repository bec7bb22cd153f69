/** '' where the browser has no randomUUID: on an insecure origin that is not loopback. */
export const newIdempotencyKey = (): string => (typeof crypto.randomUUID === 'function' ? crypto.randomUUID() : '');

export const idempotencyKeyHeader = (key: string): Record<string, string> =>
  key === '' ? {} : { 'idempotency-key': key };
