import {
  buildSchema,
  isEnumType,
  isInterfaceType,
  isListType,
  isNonNullType,
  isObjectType,
  type GraphQLInputType,
  type GraphQLSchema,
  type GraphQLType,
} from 'graphql';
import { policy } from '../policy';
import type { Endpoint } from './endpoints';

type Json = Record<string, unknown>;

const scalars: Record<string, Json> = {
  ID: { type: 'string' },
  String: { type: 'string' },
  Int: { type: 'integer' },
  Float: { type: 'number' },
  Boolean: { type: 'boolean' },
  DateTime: { type: 'string', format: 'date-time' },
};

/** The shim's description for integrators: paths from the table, shapes and their prose from the GraphQL schema. */
export function createOpenApi(endpoints: readonly Endpoint[], typeDefs: string, publicUrl: string): Json {
  const schema = buildSchema(typeDefs);
  const paths: Record<string, Json> = {};
  for (const endpoint of endpoints) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}');
    const methods = (paths[path] ??= {});
    const method = endpoint.method.toLowerCase();
    const twin = methods[method] as Json | undefined;
    methods[method] = twin ? merged(twin, describe(endpoint, schema)) : describe(endpoint, schema);
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Kiosk REST API', version: '1.0.0', description: 'The same operations as /graphql, call by call.' },
    servers: [{ url: new URL('/api', publicUrl).href }],
    paths,
    components: {
      securitySchemes: { idToken: { type: 'http', scheme: 'bearer', bearerFormat: 'Firebase ID token' } },
      schemas: { ...objectSchemas(schema), Error: errorSchema },
    },
  };
}

const errorSchema: Json = {
  type: 'object',
  required: ['error', 'message', 'code', 'requestId'],
  properties: {
    error: { type: 'string' },
    message: { type: 'string', description: 'The same sentence as `error`.' },
    code: { type: 'string' },
    requestId: { type: 'string' },
    field: { type: 'string', description: 'The input field it is about.' },
  },
};

/** GET /store answers two rows; OpenAPI has one place for both. */
function merged(first: Json, second: Json): Json {
  const [one, two] = [first, second] as { summary: string; parameters: unknown[]; responses: Record<string, Json> }[];
  return {
    ...first,
    summary: `${one?.summary} Without the parameter: ${two?.summary}`,
    parameters: [...(one?.parameters ?? []), ...(two?.parameters ?? [])],
  };
}

function describe(endpoint: Endpoint, schema: GraphQLSchema): Json {
  const { operation, body, status, summary, method } = endpoint;
  return {
    operationId: `${operation}${method}${endpoint.path.replace(/\W+/g, '_')}`,
    summary,
    'x-graphql-operation': operation,
    'x-access': policy[operation],
    ...(policy[operation] !== 'public' && { security: [{ idToken: [] }] }),
    parameters: parameters(endpoint),
    ...(body && { requestBody: { required: true, content: json(bodySchema(endpoint, schema)) } }),
    responses: {
      [status]: { description: 'Done.', content: json(answerSchema(endpoint.answerType, schema)) },
      default: { description: 'Refused or failed (4xx, 5xx).', content: json(reference('Error')) },
    },
  };
}

function parameters({ path, whenQuery, list, method }: Endpoint): Json[] {
  const text = { type: 'string' };
  return [
    ...[...path.matchAll(/:(\w+)/g)].map(([, name]) => ({ name, in: 'path', required: true, schema: text })),
    ...(whenQuery === undefined ? [] : [{ name: whenQuery, in: 'query', required: false, schema: text }]),
    ...(list
      ? [
          { name: 'limit', in: 'query', required: false, schema: { type: 'integer', minimum: 1, maximum: 100 } },
          { name: 'cursor', in: 'query', required: false, schema: text },
        ]
      : []),
    ...(method === 'GET'
      ? []
      : [{ name: 'Idempotency-Key', in: 'header', required: false, schema: { ...text, maxLength: 255 } }]),
  ];
}

function bodySchema({ body, operation }: Endpoint, schema: GraphQLSchema): Json {
  const mutations = schema.getMutationType()?.getFields() ?? {};
  const argument = mutations[operation]?.args.find(({ name }) => name === 'input');
  const fields = argument ? namedInput(argument.type) : undefined;
  const used = (body?.used ?? []).map((name) => {
    const field = fields?.[name];
    return [name, { ...(field ? typeSchema(field.type) : { type: 'string' }), description: field?.description }];
  });
  const overruled = (body?.overruled ?? []).map((name) => [
    name,
    { description: 'Accepted and overruled by the server.' },
  ]);
  return {
    type: 'object',
    required: body?.required ?? [],
    additionalProperties: false,
    properties: Object.fromEntries([...used, ...overruled]) as Json,
  };
}

function namedInput(type: GraphQLInputType) {
  const inner = isNonNullType(type) ? type.ofType : type;
  return 'getFields' in inner ? inner.getFields() : undefined;
}

function answerSchema(type: Endpoint['answerType'], schema: GraphQLSchema): Json {
  if (typeof type !== 'string') {
    const properties = Object.entries(type).map(([name, inner]) => [name, namedSchema(schema, inner)]);
    return { type: 'object', required: Object.keys(type), properties: Object.fromEntries(properties) as Json };
  }
  const row = /^\[(\w+)\]$/.exec(type)?.[1];
  return row === undefined ? reference(type) : { type: 'array', items: reference(row) };
}

function namedSchema(schema: GraphQLSchema, name: string): Json {
  const type = schema.getType(name);
  return isEnumType(type) ? enumSchema(type.getValues().map((value) => value.name)) : (scalars[name] ?? {});
}

function objectSchemas(schema: GraphQLSchema): Json {
  const shapes: [string, Json][] = [];
  for (const name of ['Product', 'StoreEntry', 'User', 'Counts']) {
    const type = schema.getType(name);
    if (!isObjectType(type)) continue;
    const properties = Object.values(type.getFields()).map((field) => [
      field.name === 'id' ? '_id' : field.name,
      { ...typeSchema(field.type), description: field.description },
    ]);
    const required = Object.values(type.getFields()).filter((field) => isNonNullType(field.type));
    shapes.push([
      name,
      {
        type: 'object',
        description: type.description,
        required: required.map((field) => (field.name === 'id' ? '_id' : field.name)),
        properties: Object.fromEntries(properties) as Json,
      },
    ]);
  }
  return { ...Object.fromEntries(shapes), StoreItem: { anyOf: [reference('Product'), reference('StoreEntry')] } };
}

function typeSchema(type: GraphQLType): Json {
  if (isNonNullType(type)) return typeSchema(type.ofType);
  if (isListType(type)) return { type: 'array', items: typeSchema(type.ofType) };
  if (isEnumType(type)) return enumSchema(type.getValues().map((value) => value.name));
  if (isObjectType(type) || isInterfaceType(type)) return reference(type.name);
  return ('name' in type ? scalars[type.name] : undefined) ?? {};
}

/** Roles and statuses are lower case in REST. */
function enumSchema(values: readonly string[]): Json {
  const lower = values.every((value) => ['USER', 'ADMIN', 'ACTIVE', 'INACTIVE'].includes(value));
  return { type: 'string', enum: lower ? values.map((value) => value.toLowerCase()) : values };
}

const reference = (name: string): Json => ({ $ref: `#/components/schemas/${name}` });
const json = (schema: Json): Json => ({ 'application/json': { schema } });
