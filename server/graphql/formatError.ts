import { unwrapResolverError } from '@apollo/server/errors';
import { GraphQLError, type GraphQLFormattedError } from 'graphql';
import { asSentence, KioskError } from '../errors';
import type { RequestState } from '../http/requestState';

/** Errors about the request itself, whose text GraphQL writes from the request and the schema alone. */
const requestCodes = new Set([
  'GRAPHQL_PARSE_FAILED',
  'GRAPHQL_VALIDATION_FAILED',
  'PERSISTED_QUERY_NOT_FOUND',
  'PERSISTED_QUERY_NOT_SUPPORTED',
  'BAD_USER_INPUT',
  'OPERATION_RESOLUTION_FAILURE',
  'BAD_REQUEST',
]);

/** The end of GraphQL's list of wrong variables, the one entry of it that comes without a code. */
const tooManyErrors = 'Too many errors processing variables';

const requests = new WeakMap<object, RequestState>();

/** Apollo gives errors to be written without the request that they belong to. */
export function rememberRequest(error: object, request: RequestState): void {
  requests.set(error, request);
}

/** Lets through what a caller may read and masks the rest, which is in the log under the same request id. */
export function formatError(formatted: GraphQLFormattedError, error: unknown): GraphQLFormattedError {
  const request = error instanceof Error ? requests.get(error) : undefined;
  const requestId = request?.id;
  const original = unwrapResolverError(error);
  const { locations, path } = formatted;
  const place = { ...(locations && { locations }), ...(path && { path }) };
  if (original instanceof KioskError) {
    const { message, code, field } = original;
    return { message, ...place, extensions: { code, ...(field !== undefined && { field }), requestId } };
  }
  const code = formatted.extensions?.['code'];
  if (error instanceof GraphQLError && !path && typeof code === 'string' && requestCodes.has(code)) {
    const rejected = rejectedVariable(formatted.message);
    if (rejected)
      return { message: rejected.message, ...place, extensions: { code, field: rejected.field, requestId } };
    return { message: withoutValues(formatted.message), ...place, extensions: { code, requestId } };
  }
  if (error instanceof GraphQLError && !path && error.message.startsWith(tooManyErrors)) {
    const message = 'There are more errors in the variables.';
    return { message, ...place, extensions: { code: 'BAD_USER_INPUT', requestId } };
  }
  request?.log.error({ err: original }, 'Operation failed');
  return { message: 'Internal server error', ...place, extensions: { code: 'INTERNAL_SERVER_ERROR', requestId } };
}

/** GraphQL quotes the texts of a document, which may hold what was not meant to be repeated; names of its own stay. */
function withoutValues(message: string): string {
  return message
    .replace(/^(Expected value of type "[^"]+"), found .*$/s, '$1.')
    .replace(/^([^:]{1,200} cannot represent [^:]{1,50}): .*$/s, '$1.')
    .replace(/^Value ".*" does not exist in ("[^"]+" enum)\..*$/s, 'There is no such value in $1.')
    .replace(/^(Syntax Error: .{0,100}\b(?:Block)?String) ".*$/s, '$1.')
    .replace(/^Unknown operation named ".*$/s, 'There is no operation of this name.');
}

/** GraphQL quotes the whole input, which may hold what was not meant to be repeated; this names the field alone. */
function rejectedVariable(message: string): { message: string; field: string } | null {
  const place = /^Variable "\$(\w+)"/.exec(message);
  if (!place?.[1]) return null;
  const at = /at "[\w]+\.([\w.[\]]+)"/.exec(message)?.[1];
  const required = /Field "(\w+)" of required type/.exec(message)?.[1];
  const unknown = /Field "([^"]{1,100})" is not defined/.exec(message)?.[1];
  if (unknown !== undefined) return { message: `There is no field '${unknown}'.`, field: unknown };
  if (required !== undefined) return { message: asSentence(`${required} is required.`), field: required };
  const field = at ?? place[1];
  if (/of required type|must not be null|Expected non-nullable/.test(message))
    return { message: asSentence(`${field} is required.`), field };
  const wanted = /Expected type "([^"]+)"|(Int|Float|String|Boolean|ID|DateTime) cannot represent/.exec(message);
  const kind = wanted?.[2] ?? wanted?.[1];
  return {
    message: asSentence(
      `${field} is not valid${kind === undefined ? '' : `: ${kindNames[kind] ?? kind} is expected`}.`,
    ),
    field,
  };
}

const kindNames: Record<string, string> = {
  Int: 'a whole number',
  Float: 'a number',
  String: 'text',
  Boolean: 'true or false',
  ID: 'an id',
  DateTime: 'a date and time such as 2026-01-31T09:30:00.000Z',
};
