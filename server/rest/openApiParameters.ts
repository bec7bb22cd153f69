import { hasPages, type Endpoint } from './endpoint';
import { reference, type Json } from './jsonSchema';

const text = { type: 'string' };

export const parameterComponents: Readonly<Record<string, Json>> = {
  limit: {
    name: 'limit',
    in: 'query',
    required: false,
    description: 'At most so many rows, with a `Link` to those after them. Without it the answer is the whole list.',
    schema: { type: 'integer', minimum: 1, maximum: 100 },
  },
  cursor: {
    name: 'cursor',
    in: 'query',
    required: false,
    description: 'After which row to begin, out of the `Link` of an answer.',
    schema: text,
  },
  'If-Match': {
    name: 'If-Match',
    in: 'header',
    required: false,
    description: 'The version that the caller has seen, in quotes: `"3"`; instead of `version` in the body.',
    schema: { ...text, pattern: '^"\\d{1,15}"$' },
  },
  'Idempotency-Key': {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description: 'The same key with the same call within 24 hours gives the same answer and does nothing again.',
    schema: { ...text, minLength: 1, maxLength: 255 },
  },
};

type Parameterized = Pick<Endpoint, 'path' | 'whenQuery' | 'query' | 'method' | 'keys' | 'ifMatch' | 'list' | 'csv'>;

export function parametersOf(endpoint: Parameterized): Json[] {
  const { path, whenQuery, query = {}, method, keys, ifMatch } = endpoint;
  const described = (name: string) => keys?.[name] !== undefined && { description: keys[name] };
  return [
    ...[...path.matchAll(/:(\w+)/g)].map(([, name = '']) => ({
      ...{ name, in: 'path', required: true, schema: text },
      ...described(name),
    })),
    ...(whenQuery === undefined
      ? []
      : [{ ...{ name: whenQuery, in: 'query', required: false, schema: text }, ...described(whenQuery) }]),
    ...Object.entries(query).map(([name, parameter]) => ({ name, in: 'query', required: false, ...parameter })),
    ...(hasPages(endpoint) ? ['limit', 'cursor'] : []).map((name) => reference('parameters', name)),
    ...(ifMatch ? [reference('parameters', 'If-Match')] : []),
    ...(method === 'GET' ? [] : [reference('parameters', 'Idempotency-Key')]),
  ];
}
