import { buildSchema, getNamedType, isInputObjectType, type GraphQLInputFieldMap, type GraphQLSchema } from 'graphql';
import { policy, scopesOpening } from '../policy';
import { answerSchema, type NamedSchemas } from './answerSchema';
import { documentRows, type DocumentRow } from './documentRows';
import type { Endpoint } from './endpoint';
import { inputSchema, type Json } from './jsonSchema';
import { parameterComponents, parametersOf } from './openApiParameters';
import { openApiWebhooks } from './openApiWebhooks';
import { headerComponents, responseComponents, responsesOf } from './openApiResponses';

/**
 * The OpenAPI document: paths from the table, bodies and descriptions from the GraphQL schema, responses from each
 * row's selection, and the webhooks.
 */
export function createOpenApi(endpoints: readonly Endpoint[], typeDefs: string, publicUrl: string): Json {
  const schema = buildSchema(typeDefs);
  const schemas: NamedSchemas = new Map();
  // The row that selects most of a type defines its schema.
  const bySize = [...endpoints].sort((one, two) => two.document.length - one.document.length);
  const answers = new Map(bySize.map((endpoint) => [endpoint, answerSchema(endpoint, schema, schemas)]));
  const paths: Record<string, Record<string, Json>> = {};
  for (const endpoint of endpoints) {
    const methods = (paths[templateOf(endpoint)] ??= {});
    const method = endpoint.method.toLowerCase();
    const described = describe(endpoint, schema, answers.get(endpoint) ?? {});
    const twin = methods[method];
    methods[method] = twin ? merged(twin as Operation, described) : described;
  }
  for (const row of documentRows) paths[templateOf(row)] = { get: describeFile(row, schema) };
  return {
    openapi: '3.1.0',
    info: {
      title: 'Kiosk REST API',
      version: '1.0.0',
      description: 'The same operations as /graphql, call by call.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: new URL('/api', publicUrl).href }],
    paths,
    webhooks: openApiWebhooks,
    components: {
      securitySchemes: {
        idToken: { type: 'http', scheme: 'bearer', bearerFormat: 'Firebase ID token' },
        apiKey: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'kiosk_live_...',
          description:
            "A program's API key with one of the scopes that are named. What does not name it refuses every key, open to everybody or not.",
        },
        checkoutToken: {
          type: 'apiKey',
          in: 'header',
          name: 'X-Checkout-Token',
          description: "A guest's right to their checkout and its order, out of the answer of `POST /checkouts`.",
        },
      },
      parameters: parameterComponents,
      headers: headerComponents,
      responses: responseComponents,
      schemas: { ...Object.fromEntries(schemas), Error: errorSchema },
    },
  };
}

const templateOf = ({ path }: Pick<Endpoint, 'path'>): string => path.replace(/:(\w+)/g, '{$1}');

const errorSchema: Json = {
  type: 'object',
  description: 'Why a call was refused or has failed.',
  required: ['error', 'message', 'code', 'requestId'],
  properties: {
    error: { type: 'string', description: 'A readable sentence.' },
    message: { type: 'string', description: 'The same sentence as `error`.' },
    code: { type: 'string', description: 'What kind of refusal it is; the same for every sentence of a kind.' },
    requestId: { type: 'string', description: "The id under which the shop's log has the call; `X-Request-Id`, too." },
    field: { type: 'string', description: 'The input field it is about.' },
  },
};

interface Operation extends Json {
  readonly operationId: string;
  readonly summary: string;
  readonly security: readonly Json[];
  readonly parameters: readonly Json[];
  readonly responses: Readonly<Record<string, Json>>;
}

function describe(endpoint: Endpoint, schema: GraphQLSchema, answer: Json): Operation {
  const { operation, body, summary, document, csv } = endpoint;
  const name = /^\w+ (\w+)/.exec(document)?.[1] ?? operation;
  return {
    operationId: name.charAt(0).toLowerCase() + name.slice(1),
    summary,
    security: securityOf(endpoint),
    parameters: parametersOf(endpoint),
    ...(body && {
      requestBody: { required: true, content: { 'application/json': { schema: bodySchema(endpoint, schema) } } },
    }),
    ...(csv === 'taken' && {
      requestBody: { required: true, content: { 'text/csv': { schema: fileSchema(schema) } } },
    }),
    responses: responsesOf(endpoint, schema, {
      content: { [csv === 'given' ? 'text/csv' : 'application/json']: { schema: answer } },
    }),
  };
}

/** A missing file gets the same 404 as its order. */
function describeFile(row: DocumentRow, schema: GraphQLSchema): Operation {
  const asked = { ...row, method: 'GET', status: 200, absent: 'There is no such paper.' } as const;
  const file = { type: 'string', format: 'binary', description: 'A PDF file.' };
  return {
    operationId: row.name,
    summary: row.summary,
    security: securityOf(row),
    parameters: parametersOf(asked),
    responses: responsesOf(asked, schema, {
      content: { 'application/pdf': { schema: file } },
      named: ['Content-Disposition'],
    }),
  };
}

/** The columns are documented in the GraphQL schema. */
function fileSchema(schema: GraphQLSchema): Json {
  const row = schema.getType('ImportProductRow');
  const columns = Object.values(isInputObjectType(row) ? row.getFields() : {});
  const lines = columns.map(({ name, description }) => `- \`${name}\`: ${(description ?? '').replace(/\s+/g, ' ')}`);
  return {
    type: 'string',
    description: [
      'A CSV file of at most 100 kB in UTF-8: a line that names its columns, in any order, then 1 to 100 rows.',
      'The columns are separated by commas, semicolons, tabs or bars.',
      ...['', ...lines],
    ].join('\n'),
  };
}

function securityOf({ operation, guests }: Pick<Endpoint, 'operation' | 'guests'>): Json[] {
  if (guests !== undefined) return [...(guests === 'withToken' ? [] : [{}]), { idToken: [] }, { checkoutToken: [] }];
  const scopes = scopesOpening(operation);
  const known = [{ idToken: [] }, ...(scopes.length === 0 ? [] : [{ apiKey: scopes }])];
  // Tokens and keys may reveal more, and keys without the scope are rejected.
  return policy[operation] === 'public' ? [{}, ...known] : known;
}

/** GET /store has two rows but only one place in OpenAPI. */
function merged(first: Operation, second: Operation): Operation {
  const contentOf = ({ responses }: Operation) =>
    (responses['200']?.['content'] as { 'application/json': { schema: Json } })['application/json'].schema;
  const answers = { anyOf: [contentOf(first), contentOf(second)] };
  const names = first.parameters.map(({ name, $ref }) => name ?? $ref);
  return {
    ...first,
    operationId: `${first.operationId}Or${second.operationId.charAt(0).toUpperCase()}${second.operationId.slice(1)}`,
    summary: `${first.summary} Without the parameter: ${second.summary}`,
    parameters: [...first.parameters, ...second.parameters.filter(({ name, $ref }) => !names.includes(name ?? $ref))],
    responses: {
      ...first.responses,
      ...second.responses,
      200: { ...second.responses['200'], content: { 'application/json': { schema: answers } } },
    },
  };
}

function bodySchema({ body, operation }: Endpoint, schema: GraphQLSchema): Json {
  const mutation = schema.getMutationType()?.getFields()[operation];
  const input = mutation?.args.find(({ name }) => name === 'input');
  const type = input && getNamedType(input.type);
  const fields = isInputObjectType(type) ? type.getFields() : {};
  const { used = [], required = [], overruled = [] } = body ?? {};
  return {
    type: 'object',
    required,
    additionalProperties: false,
    properties: Object.fromEntries([
      ...used.map((name) => [name, usedSchema(fields, name)]),
      ...overruled.map((name) => [name, { description: 'Accepted and overruled by the server.' }]),
    ]) as Json,
  };
}

/** Lists that GraphQL also accepts as a text under another name, REST accepts as either. */
function usedSchema(fields: GraphQLInputFieldMap, name: string): Json {
  const field = fields[name];
  if (!field) throw new Error(`The operation has no field ${name}.`);
  const text = fields[`${name}Text`];
  const shape = inputSchema(field.type, name);
  return {
    ...(text ? { anyOf: [shape, { type: 'string', description: text.description }] } : shape),
    ...(field.description && { description: field.description }),
  };
}
