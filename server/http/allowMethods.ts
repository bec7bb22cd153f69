import type { RequestHandler } from 'express';
import { methodNotAllowed, notFound } from './httpErrors';

/** The methods that the addresses below a prefix take; null: there is nothing at this one. */
type MethodsAt = (path: string) => readonly string[] | null;

/** Of pages and files. */
const reading: readonly string[] = ['GET', 'HEAD', 'OPTIONS'];

/** What an address takes: below one of the prefixes as that says, elsewhere pages and files are read. */
export function methodsOfAddress(prefixes: Readonly<Record<string, MethodsAt>>, address: string) {
  const path = address.toLowerCase();
  const prefix = Object.keys(prefixes).find((start) => path === start || path.startsWith(`${start}/`));
  const methodsAt = prefix === undefined ? undefined : prefixes[prefix];
  const methods = methodsAt ? methodsAt(address.slice(prefix?.length) || '/') : reading;
  return { methods, isApi: methodsAt !== undefined };
}

/** `Allow` says the same whether OPTIONS asks for it or it comes with a refusal. */
export function allowMethods(prefixes: Readonly<Record<string, MethodsAt>>, known: readonly string[]): RequestHandler {
  return (request, response, next) => {
    const { methods, isApi } = methodsOfAddress(prefixes, request.path);
    if (methods === null) return known.includes(request.method) ? next() : notFound(request, response, next);
    const allow = methods.join(', ');
    if (!methods.includes(request.method)) return methodNotAllowed(allow)(request, response, next);
    if (request.method !== 'OPTIONS') return next();
    response.setHeader('Allow', allow);
    // Pages of other origins ask the API, which knows the listed ones.
    if (isApi) next();
    else response.status(204).end();
  };
}
