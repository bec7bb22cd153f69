/** An IPv6 address has brackets in a URL and none in a setting. */
const loopback: ReadonlySet<string> = new Set(['127.0.0.1', 'localhost', '::1', '[::1]']);

export const isLoopbackHost = (hostname: string): boolean => loopback.has(hostname);
