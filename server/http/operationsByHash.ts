import type { RequestHandler } from 'express';
import { publicOperations, queryTexts } from '../__generated__/queryTexts';
import { sendError } from './httpErrors';

const operations = new Map<string, keyof typeof queryTexts>(Object.entries(publicOperations));

/** The text of a public query; null where there is none of this hash and name. */
export function textByHash(hash: unknown, operationName: unknown): string | null {
  const name = typeof hash === 'string' ? operations.get(hash) : undefined;
  return name === undefined || name !== operationName ? null : queryTexts[name];
}

/**
 * `GET /graphql?operationName=…&hash=…&variables=…`: the public queries of this build's client by the SHA-256 of their
 * texts. From here on the request is the one that has the text in its address.
 */
export const operationsByHash: RequestHandler = (request, response, next) => {
  const { hash, query, extensions, operationName, variables } = request.query;
  if (hash === undefined || request.method !== 'GET') return next();
  if (query !== undefined || extensions !== undefined)
    return sendError(response, 400, {
      message: 'An operation is named by its hash or sent as a text, not both.',
      code: 'BAD_USER_INPUT',
      field: query === undefined ? 'extensions' : 'query',
    });
  const text = textByHash(hash, operationName);
  if (text === null)
    return sendError(response, 404, {
      message: 'This shop knows no public query of this name and hash. Send its text by POST.',
      code: 'UNKNOWN_OPERATION',
    });
  const parameters = {
    query: text,
    operationName: String(operationName),
    ...(typeof variables === 'string' && { variables }),
  };
  request.url = `/?${new URLSearchParams(parameters)}`;
  next();
};
