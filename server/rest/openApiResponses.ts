import type { GraphQLSchema } from 'graphql';
import { policy, scopesOpening, type Operation } from '../policy';
import { hasPages, type Endpoint } from './endpoint';
import { reference, type Json } from './jsonSchema';

/** HTTP responses for GraphQL's error codes. */
const refusals = {
  BAD_USER_INPUT: [400, 'The input is missing, unknown or wrong; `field` says which.'],
  UNAUTHENTICATED: [401, 'There is no token, or none that is valid.'],
  FORBIDDEN: [403, 'The caller may not do this.'],
  NOT_FOUND: [404, 'There is no such thing, or none that the caller may see.'],
  CONFLICT: [409, 'It cannot be done as things are.'],
  PAYLOAD_TOO_LARGE: [413, 'The body is over 100 kB.'],
  UNSUPPORTED_MEDIA_TYPE: [
    415,
    'The body is not sent as application/json, or as text/csv where it is a file, in UTF-8.',
  ],
  IDEMPOTENCY_KEY_REUSED: [422, 'The Idempotency-Key was used for another call.'],
  RATE_LIMITED: [429, 'The client has made too many calls.'],
  SERVICE_UNAVAILABLE: [503, 'Something that the shop needs does not answer.'],
} as const;
type Code = keyof typeof refusals;

/** The status of a code of GraphQL's errors. */
export const statusOf = (code: string): number => (code in refusals ? refusals[code as Code][0] : 500);

const headersOf: Readonly<Record<string, readonly string[]>> = {
  UNAUTHENTICATED: ['WWW-Authenticate'],
  RATE_LIMITED: ['Retry-After'],
  SERVICE_UNAVAILABLE: ['Retry-After'],
} satisfies Partial<Record<Code, readonly string[]>>;

export const headerComponents: Readonly<Record<string, Json>> = {
  'X-Request-Id': {
    description: "The id under which the shop's log has the call: the caller's own, where it has sent a UUID.",
    required: true,
    schema: { type: 'string' },
  },
  'Retry-After': {
    description: 'After how many seconds to call again.',
    required: true,
    schema: { type: 'integer', minimum: 1 },
  },
  'WWW-Authenticate': {
    description: 'What to send: an `Authorization` header of this scheme.',
    required: true,
    schema: { type: 'string', enum: ['Bearer'] },
  },
  'Content-Disposition': {
    description: 'Under which name the file is saved.',
    required: true,
    schema: { type: 'string', pattern: '^attachment; filename="' },
  },
  Link: {
    description: 'With `limit`, while there are more rows: `<address of the next page>; rel="next"`.',
    schema: { type: 'string' },
  },
  'Idempotent-Replayed': {
    description: 'Stands where the answer is that of an earlier call with the same Idempotency-Key.',
    schema: { type: 'string', enum: ['true'] },
  },
};

const headers = (...names: string[]): Json =>
  Object.fromEntries(['X-Request-Id', ...names].map((name) => [name, reference('headers', name)]));
const errorContent: Json = { 'application/json': { schema: reference('schemas', 'Error') } };

export const responseComponents: Readonly<Record<string, Json>> = {
  ...Object.fromEntries(
    Object.entries(refusals).map(([code, [, description]]) => [
      code,
      { description, headers: headers(...(headersOf[code] ?? [])), content: errorContent },
    ]),
  ),
  CONFLICT: {
    description: refusals.CONFLICT[1],
    headers: {
      ...headers(),
      'Retry-After': {
        description: 'Stands where time alone ends it: after how many seconds to call again.',
        schema: { type: 'integer', minimum: 1 },
      },
    },
    content: errorContent,
  },
  OTHER: { description: 'Refused or failed for another reason.', headers: headers(), content: errorContent },
};

type Answered = Pick<Endpoint, 'operation' | 'status' | 'method' | 'list' | 'csv' | 'body' | 'absent'>;

export function responsesOf(
  endpoint: Answered,
  schema: GraphQLSchema,
  { content, named = [] }: { readonly content: Json; readonly named?: readonly string[] },
): Readonly<Record<string, Json>> {
  const { status, method } = endpoint;
  const own = [...(hasPages(endpoint) ? ['Link'] : []), ...(method === 'GET' ? [] : ['Idempotent-Replayed']), ...named];
  return {
    [status]: { description: 'Done.', headers: headers(...own), content },
    ...Object.fromEntries(codesOf(endpoint, schema).map((code) => [refusals[code][0], reference('responses', code)])),
    default: reference('responses', 'OTHER'),
  };
}

/** Invalid keys and those without the scope are rejected even where others are allowed. */
const isRefusable = (operation: Operation) => policy[operation] !== 'public' || scopesOpening(operation).length > 0;

/** Codes in the operation's description, and those common to its kind of call. */
function codesOf({ operation, method, body, csv, absent }: Answered, schema: GraphQLSchema): Code[] {
  const roots = [schema.getQueryType(), schema.getMutationType()];
  const described = roots.map((root) => root?.getFields()[operation]?.description ?? '').join(' ');
  const always: readonly string[] = ['BAD_USER_INPUT', 'RATE_LIMITED', 'SERVICE_UNAVAILABLE'];
  return (Object.keys(refusals) as Code[]).filter(
    (code) =>
      always.includes(code) ||
      described.split(/\W+/).includes(code) ||
      (absent !== undefined && code === 'NOT_FOUND') ||
      (isRefusable(operation) && ['UNAUTHENTICATED', 'FORBIDDEN'].includes(code)) ||
      (method !== 'GET' && ['CONFLICT', 'IDEMPOTENCY_KEY_REUSED'].includes(code)) ||
      ((body !== undefined || csv === 'taken') && ['PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'].includes(code)),
  );
}
