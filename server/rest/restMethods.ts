import { endpoints } from './endpoints';

const rows = [{ method: 'GET', path: '/openapi.json' }, ...endpoints].map(({ method, path }) => ({
  method,
  // As Express takes it: in any case, also with a slash at its end.
  pattern: new RegExp(`^${path.replace(/\/$/, '').replace(/[.]/g, '\\.').replace(/:\w+/g, '[^/]+')}/?$`, 'i'),
}));

/** What an address below /api takes; null: no row has it. */
export function restMethods(path: string): readonly string[] | null {
  const here = new Set(rows.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method));
  if (here.size === 0) return null;
  return [...here].flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])).concat('OPTIONS');
}
