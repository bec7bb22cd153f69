import { unwrapResolverError } from '@apollo/server/errors';
import { GraphQLError, type GraphQLFormattedError, type GraphQLSchema } from 'graphql';
import { logRefusal } from '../database/logRefusal';
import { cutName, cutNames, KioskError, UnavailableError } from '../errors';
import type { RequestState } from '../http/requestState';
import { redactValues } from './redactValues';
import { wrongVariable } from './wrongVariable';

/** Errors about the request itself, whose text GraphQL derives from the request and the schema only. */
const requestCodes = new Set([
  'GRAPHQL_PARSE_FAILED',
  'GRAPHQL_VALIDATION_FAILED',
  'PERSISTED_QUERY_NOT_FOUND',
  'PERSISTED_QUERY_NOT_SUPPORTED',
  'BAD_USER_INPUT',
  'OPERATION_RESOLUTION_FAILURE',
  'BAD_REQUEST',
]);

/** GraphQL's last entry of a long list of invalid variables, the only one without a code. */
const tooManyErrors = 'Too many errors processing variables';

interface Origin {
  readonly request: RequestState;
  readonly schema: GraphQLSchema;
}

const origins = new WeakMap<object, Origin>();

/** Apollo formats errors without access to their request. */
export function rememberRequest(error: object, request: RequestState, schema: GraphQLSchema): void {
  origins.set(error, { request, schema });
}

/** Exposes errors that callers may read and masks all others, which are logged with the same request id. */
export function formatError(formatted: GraphQLFormattedError, error: unknown): GraphQLFormattedError {
  const { request, schema } = (error instanceof Error ? origins.get(error) : undefined) ?? {};
  const requestId = request?.id;
  const original = unwrapResolverError(error);
  const { locations, path } = formatted;
  const place = { ...(locations && { locations }), ...(path && { path }) };
  if (original instanceof KioskError) {
    if (request && original instanceof UnavailableError) logRefusal(request.log, original);
    const { message, code, field } = original;
    return { message, ...place, extensions: { code, ...(field !== undefined && { field }), requestId } };
  }
  const code = formatted.extensions?.['code'];
  if (error instanceof GraphQLError && !path && typeof code === 'string' && requestCodes.has(code)) {
    const wrong = code === 'BAD_USER_INPUT' ? wrongVariable(error, schema) : null;
    if (!wrong)
      return { message: cutNames(redactValues(formatted.message)), ...place, extensions: { code, requestId } };
    const { message, field, fieldMessage } = wrong;
    const details = { code, field: cutName(field), fieldMessage: cutNames(fieldMessage), requestId };
    return { message: cutNames(message), ...place, extensions: details };
  }
  if (error instanceof GraphQLError && !path && error.message.startsWith(tooManyErrors)) {
    const message = 'There are more errors in the variables.';
    return { message, ...place, extensions: { code: 'BAD_USER_INPUT', requestId } };
  }
  request?.log.error({ err: original }, 'Operation failed');
  return { message: 'Internal server error', ...place, extensions: { code: 'INTERNAL_SERVER_ERROR', requestId } };
}
