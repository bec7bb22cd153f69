import { documentRows } from './documentRows';
import type { Endpoint } from './endpoint';
import { endpoints } from './endpoints';

const others: readonly Pick<Endpoint, 'method' | 'path' | 'csv'>[] = [
  ...[{ path: '/openapi.json' }, ...documentRows].map(({ path }) => ({ method: 'GET' as const, path })),
  { method: 'POST', path: '/webhooks/:provider' },
];
const rows = [...others, ...endpoints].map(({ method, path, csv }) => ({
  ...{ method, csv },
  // As Express matches it: case-insensitive, with an optional trailing slash.
  pattern: new RegExp(`^${path.replace(/\/$/, '').replace(/[.]/g, '\\.').replace(/:\w+/g, '[^/]+')}/?$`, 'i'),
}));
const csvRows = rows.filter(({ csv }) => csv === 'taken');

/** Whether the request's body is a CSV file. */
export const takesCsv = (call: { readonly method: string; readonly path: string }): boolean =>
  csvRows.some(({ method, pattern }) => call.method === method && pattern.test(call.path));

/** The methods of a path below /api; null: not found. */
export function restMethods(path: string): readonly string[] | null {
  const here = new Set(rows.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method));
  if (here.size === 0) return null;
  return [...here].flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])).concat('OPTIONS');
}
