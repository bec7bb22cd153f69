import type { Request } from 'express';
import { BadInputError, cutName } from '../errors';
import type { Endpoint, RestCall } from './endpoint';

const longestPage = 100;

/** A call with every name known; what the values must be, the operation says. */
export function readCall(endpoint: Endpoint, request: Request): RestCall {
  const allowed = [...(endpoint.whenQuery ? [endpoint.whenQuery] : []), ...(endpoint.list ? ['limit', 'cursor'] : [])];
  const query: Record<string, string> = {};
  for (const [name, value] of Object.entries(request.query)) {
    if (!allowed.includes(name)) throw new BadInputError(`There is no parameter '${cutName(name)}'.`, name);
    if (typeof value !== 'string') throw new BadInputError(`${name} may be given once only.`, name);
    query[name] = value;
  }
  return { params: request.params as Record<string, string>, query, body: readBody(endpoint, request.body) };
}

function readBody({ body }: Endpoint, given: unknown): Record<string, unknown> {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    throw new BadInputError('The request body must be a JSON object.');
  }
  const values: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(given)) {
    if (body?.used.includes(name)) values[name] = value;
    else if (!body?.overruled.includes(name)) throw new BadInputError(`There is no field '${cutName(name)}'.`, name);
  }
  return values;
}

/** null: the whole list. */
export function pageSize(call: RestCall): number | null {
  const limit = call.query['limit'];
  if (limit === undefined) return null;
  if (!/^[1-9]\d{0,2}$/.test(limit) || Number(limit) > longestPage) {
    throw new BadInputError(`limit must be a whole number from 1 to ${longestPage}.`, 'limit');
  }
  return Number(limit);
}
