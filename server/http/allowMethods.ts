import type { RequestHandler } from 'express';
import { methodNotAllowed, notFound } from './httpErrors';

/** The methods allowed at paths below a prefix; null: not found. */
type MethodsAt = (path: string) => readonly string[] | null;

/** For pages and files. */
const reading: readonly string[] = ['GET', 'HEAD', 'OPTIONS'];

/** The allowed methods of a path: by its prefix, elsewhere those for pages and files. */
export function methodsOfAddress(prefixes: Readonly<Record<string, MethodsAt>>, address: string) {
  const path = address.toLowerCase();
  const prefix = Object.keys(prefixes).find((start) => path === start || path.startsWith(`${start}/`));
  const methodsAt = prefix === undefined ? undefined : prefixes[prefix];
  const methods = methodsAt ? methodsAt(address.slice(prefix?.length) || '/') : reading;
  return { methods, isApi: methodsAt !== undefined };
}

/** The same `Allow` for OPTIONS and for 405. */
export function allowMethods(prefixes: Readonly<Record<string, MethodsAt>>, known: readonly string[]): RequestHandler {
  return (request, response, next) => {
    const { methods, isApi } = methodsOfAddress(prefixes, request.path);
    if (methods === null) return known.includes(request.method) ? next() : notFound(request, response, next);
    const allow = methods.join(', ');
    if (!methods.includes(request.method)) return methodNotAllowed(allow)(request, response, next);
    if (request.method !== 'OPTIONS') return next();
    response.setHeader('Allow', allow);
    // CORS preflights are for the API, which knows the allowed origins.
    if (isApi) next();
    else response.status(204).end();
  };
}
