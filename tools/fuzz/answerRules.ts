import {
  getNullableType,
  isEnumType,
  isInterfaceType,
  isListType,
  isNonNullType,
  isObjectType,
  printSchema,
  type GraphQLOutputType,
  type GraphQLSchema,
} from 'graphql';
import { endpoints } from '../../server/rest/endpoints';
import { createOpenApi } from '../../server/rest/openApi';
import { openApiChecker } from '../../server/testing/openApiChecker';
import { askedFields, type InputField, type Wire } from './inputFields';
import type { WireAnswer } from './wireClient';

const codes = new Set([
  'UNAUTHENTICATED',
  'FORBIDDEN',
  'BAD_USER_INPUT',
  'NOT_FOUND',
  'CONFLICT',
  'IDEMPOTENCY_KEY_REUSED',
  'METHOD_NOT_ALLOWED',
  'NOT_ACCEPTABLE',
  'PAYLOAD_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
  'BAD_REQUEST',
  'GRAPHQL_PARSE_FAILED',
  'GRAPHQL_VALIDATION_FAILED',
  'OPERATION_RESOLUTION_FAILURE',
  'PERSISTED_QUERY_NOT_FOUND',
  'PERSISTED_QUERY_NOT_SUPPORTED',
]);

/** Texts that only internals of the server contain. */
const internals = [
  // Except Mongolia.
  /mongo(?!lia)\w*/gi,
  // Case-sensitive: a request id may begin with e11000.
  /\bE(?:CONN|11000)\w*/g,
  /\bbson\w*/gi,
  /\blmdb\b|node_modules|\bat (?:Object|async|new|process)\b|\.[cm]?[jt]s:\d/gi,
  /TypeError|RangeError|ReferenceError|SyntaxError|Cannot read|is not a function|is not iterable/gi,
  /"stack(?:trace)?"|\/work\/|\/tmp\//gi,
];

/** The fault of a response; null if there is none. */
export function faultOf(schema: GraphQLSchema, field: InputField, wire: Wire, answer: WireAnswer): string | null {
  const { status, text, contentType } = answer;
  if (status >= 500 || status < 200) return `status ${status}`;
  const sent = [wire.path, wire.body ?? '', ...Object.values(wire.headers)].join('\n').toLowerCase();
  const told = internals.flatMap((internal) => text.match(internal) ?? []);
  const leak = told.find((found) => !sent.includes(found.toLowerCase()));
  if (leak !== undefined) return `internal text '${leak}'`;
  if (status < 400 && isFile(wire)) return /^text\/csv\b/.test(contentType) ? null : 'not CSV';
  const value = parsed(text);
  if (value === undefined || !/^application\/(graphql-response\+)?json\b/.test(contentType)) return 'not JSON';
  if (field.surface === 'graphql') return faultOfGraphql(schema, field, status, value);
  if (status >= 400) return isError(value) ? null : 'not the shape of an error';
  const row = field.row && answeringRow(field.row, wire);
  return (row && described(schema).faultsOf(row, { status, json: value })[0]) ?? null;
}

const isFile = (wire: Wire) =>
  endpoints.some(
    ({ csv, method, path }) => csv === 'given' && method === wire.method && wire.path.split('?')[0] === `/api${path}`,
  );

type Row = NonNullable<InputField['row']>;

/** Without its last parameter a path belongs to the list above it, if there is one. */
function answeringRow(row: Row, wire: Wire): Row {
  if (!/\/(\?|$)/.test(wire.path)) return row;
  const path = row.path.replace(/\/:\w+$/, '');
  return endpoints.find((each) => each.method === row.method && each.path === path) ?? row;
}

let rest: ReturnType<typeof openApiChecker> | undefined;
const described = (schema: GraphQLSchema) =>
  (rest ??= openApiChecker(createOpenApi(endpoints, printSchema(schema), 'http://127.0.0.1')));

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function isError(value: unknown): boolean {
  const { error, message, code } = (value ?? {}) as Record<string, unknown>;
  return typeof error === 'string' && error !== '' && error === message && codes.has(String(code));
}

function faultOfGraphql(schema: GraphQLSchema, field: InputField, status: number, value: unknown): string | null {
  const { data, errors } = (value ?? {}) as { data?: Record<string, unknown> | null; errors?: unknown };
  if (errors !== undefined) {
    const list = Array.isArray(errors) ? (errors as { message?: unknown; extensions?: { code?: unknown } }[]) : [];
    const known = list.every(
      ({ message, extensions }) => typeof message === 'string' && codes.has(String(extensions?.code)),
    );
    return list.length > 0 && known ? null : 'not the shape of GraphQL errors';
  }
  // Node rejects these before the path is read.
  if (status === 431 && isError(value)) return null;
  if (status >= 400) return 'an error without errors';
  if (typeof data !== 'object' || data === null) return 'neither data nor errors';
  const { answer: type, operation } = field;
  return type === undefined || fits(schema, type as GraphQLOutputType, data[operation])
    ? null
    : 'data of another shape';
}

const scalars: Record<string, (value: unknown) => boolean> = {
  Int: (value) => Number.isInteger(value),
  Cents: (value) => Number.isSafeInteger(value),
  Float: (value) => Number.isFinite(value),
  String: (value) => typeof value === 'string',
  ID: (value) => typeof value === 'string',
  Boolean: (value) => typeof value === 'boolean',
  DateTime: (value) => typeof value === 'string' && /^[+-]?\d{4,6}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(value),
};

function fits(schema: GraphQLSchema, type: GraphQLOutputType, value: unknown): boolean {
  if (value === null || value === undefined) return !isNonNullType(type) && value === null;
  const inner = getNullableType(type);
  if (isListType(inner)) return Array.isArray(value) && value.every((item) => fits(schema, inner.ofType, item));
  if (isEnumType(inner)) {
    return inner.getValues().some(({ name }) => name === value);
  }
  if (isInterfaceType(inner)) {
    const { __typename: name } = value as { __typename?: unknown };
    return schema.getPossibleTypes(inner).some((possible) => possible.name === name && fits(schema, possible, value));
  }
  if (!isObjectType(inner)) return scalars[inner.name]?.(value) ?? false;
  const fields = askedFields(inner);
  const given = value as Record<string, unknown>;
  return (
    Object.keys(given).every((name) => name === '__typename' || fields.some((field) => field.name === name)) &&
    fields.every((field) => fits(schema, field.type, given[field.name]))
  );
}
