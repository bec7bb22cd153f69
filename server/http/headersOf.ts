import type { ServerResponse } from 'node:http';

/** Node's types know it of requests only. */
type WithRawNames = ServerResponse & { getRawHeaderNames: () => string[] };

/** Names, as they were given, and values. */
export function headersOf(response: ServerResponse): [string, string][] {
  const names = (response as WithRawNames).getRawHeaderNames();
  return names.map((name) => [name, String(response.getHeader(name))]);
}
