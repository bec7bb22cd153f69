import type { Request } from 'express';
import { BadInputError, cutName } from '../errors';
import { readProductFile } from '../products/productFile';
import { hasPages, type Endpoint, type RestCall, type Values } from './endpoint';

const maxPageSize = 100;

export async function readCall(endpoint: Endpoint, request: Request): Promise<RestCall> {
  const query = readQuery(endpoint, request);
  const given: unknown = request.body;
  const body = endpoint.csv === 'taken' ? { rows: await readProductFile(given as string) } : readBody(endpoint, given);
  return { params: request.params as Record<string, string>, query, body: withVersion(endpoint, body, request) };
}

/** Checks the names of all parameters; their values are validated by the operation. */
export function readQuery(
  endpoint: Pick<Endpoint, 'whenQuery' | 'query' | 'list' | 'csv'>,
  request: Request,
): Record<string, string> {
  const { whenQuery, query: others = {} } = endpoint;
  const allowed = [
    ...(whenQuery ? [whenQuery] : []),
    ...Object.keys(others),
    ...(hasPages(endpoint) ? ['limit', 'cursor'] : []),
  ];
  const query: Record<string, string> = {};
  for (const [name, value] of Object.entries(request.query)) {
    if (!allowed.includes(name)) throw new BadInputError(`There is no parameter '${cutName(name)}'.`, name);
    if (typeof value !== 'string') throw new BadInputError(`${name} may be given once only.`, name);
    query[name] = value;
  }
  return query;
}

const versionTag = /^"(\d{1,15})"$/;

/** `If-Match` carries the version that the caller has seen; it must equal one in the body. */
function withVersion({ ifMatch }: Endpoint, body: Values, { headers }: Request): Values {
  const tag = ifMatch && headers['if-match'];
  if (ifMatch && tag === undefined && body['version'] == null)
    throw new BadInputError("The product's version is required, in the body or as If-Match.", 'version');
  if (tag === undefined) return body;
  const version = Number(versionTag.exec(tag)?.[1] ?? NaN);
  if (Number.isNaN(version) || (body['version'] ?? version) !== version)
    throw new BadInputError(
      "If-Match must be the product's version in quotes, and the body's where it has one.",
      'version',
    );
  return { ...body, version };
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
  if (!/^[1-9]\d{0,2}$/.test(limit) || Number(limit) > maxPageSize) {
    throw new BadInputError(`limit must be a whole number from 1 to ${maxPageSize}.`, 'limit');
  }
  return Number(limit);
}
