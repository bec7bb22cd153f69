import type { GraphQLSchema } from 'graphql';
import { policy } from '../policy';
import type { Endpoint } from './endpoint';
import { reference, type Json } from './jsonSchema';

/** How the refusals that GraphQL describes by their codes are answered. */
const refusals = {
  BAD_USER_INPUT: [400, 'The input is missing, unknown or wrong; `field` says which.'],
  UNAUTHENTICATED: [401, 'There is no token, or none that is valid.'],
  FORBIDDEN: [403, 'The caller may not do this.'],
  NOT_FOUND: [404, 'There is no such thing, or none that the caller may see.'],
  CONFLICT: [409, 'It cannot be done as things are.'],
  PAYLOAD_TOO_LARGE: [413, 'The body is over 100 kB.'],
  UNSUPPORTED_MEDIA_TYPE: [415, 'The body is not sent as application/json in UTF-8.'],
  IDEMPOTENCY_KEY_REUSED: [422, 'The Idempotency-Key was used for another call.'],
  RATE_LIMITED: [429, 'The client has made too many calls.'],
  SERVICE_UNAVAILABLE: [503, 'Something that the shop needs does not answer.'],
} as const;
type Code = keyof typeof refusals;

const retryable: ReadonlySet<string> = new Set(['RATE_LIMITED', 'SERVICE_UNAVAILABLE'] satisfies Code[]);

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
      { description, headers: headers(...(retryable.has(code) ? ['Retry-After'] : [])), content: errorContent },
    ]),
  ),
  OTHER: { description: 'Refused or failed for another reason.', headers: headers(), content: errorContent },
};

export function responsesOf(endpoint: Endpoint, schema: GraphQLSchema, answer: Json): Readonly<Record<string, Json>> {
  const { status, list, method } = endpoint;
  const own = [...(list ? ['Link'] : []), ...(method === 'GET' ? [] : ['Idempotent-Replayed'])];
  return {
    [status]: { description: 'Done.', headers: headers(...own), content: { 'application/json': { schema: answer } } },
    ...Object.fromEntries(codesOf(endpoint, schema).map((code) => [refusals[code][0], reference('responses', code)])),
    default: reference('responses', 'OTHER'),
  };
}

/** Those that the operation's description names, and those that every call of its kind may get. */
function codesOf({ operation, method, body }: Endpoint, schema: GraphQLSchema): Code[] {
  const roots = [schema.getQueryType(), schema.getMutationType()];
  const described = roots.map((root) => root?.getFields()[operation]?.description ?? '').join(' ');
  const always: readonly string[] = ['BAD_USER_INPUT', 'RATE_LIMITED', 'SERVICE_UNAVAILABLE'];
  return (Object.keys(refusals) as Code[]).filter(
    (code) =>
      always.includes(code) ||
      described.split(/\W+/).includes(code) ||
      (policy[operation] !== 'public' && ['UNAUTHENTICATED', 'FORBIDDEN'].includes(code)) ||
      (method !== 'GET' && ['CONFLICT', 'IDEMPOTENCY_KEY_REUSED'].includes(code)) ||
      (body !== undefined && ['PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'].includes(code)),
  );
}
