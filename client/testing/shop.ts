import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildSchema, type DocumentNode, execute, GraphQLError, Kind, parse, validate } from 'graphql';
import { queryHashes, queryTexts } from '../lib/queryTexts';

export interface Call {
  readonly operationName: string;
  readonly variables: Record<string, unknown>;
  readonly headers: Headers;
}

type Resolver = (args: never, call: Call) => unknown;
/** By field of Query or Mutation; a value that is not a function is the result itself. */
export type Resolvers = Readonly<Record<string, Resolver | object | string | null>>;
/** Replaces the response to a call; `next` executes it. */
export type Interceptor = (next: () => Promise<Response>, call: Call) => Response | Promise<Response>;

export const schema = buildSchema(readFileSync(join(__dirname, '../../schema.graphql'), 'utf8'));
const documents = new Map<string, DocumentNode>();

/** Parsed and validated once. */
function documentOf(text: string): DocumentNode {
  const known = documents.get(text);
  if (known) return known;
  const document = parse(text);
  const [problem] = validate(schema, document);
  if (problem) throw problem;
  documents.set(text, document);
  return document;
}

function rootFields(document: DocumentNode): string[] {
  return document.definitions.flatMap((definition) =>
    definition.kind === Kind.OPERATION_DEFINITION
      ? definition.selectionSet.selections.flatMap((each) => (each.kind === Kind.FIELD ? [each.name.value] : []))
      : [],
  );
}

function assertKnown(resolvers: Resolvers): void {
  const known = { ...schema.getQueryType()?.getFields(), ...schema.getMutationType()?.getFields() };
  const unknown = Object.keys(resolvers).filter((name) => !(name in known));
  if (unknown.length > 0) throw new Error(`schema.graphql has no ${unknown.join(', ')}`);
}

interface GraphQLResult {
  readonly data?: unknown;
  readonly errors?: readonly { readonly extensions?: Record<string, unknown> }[];
}

/** With the server's status for an invalid session, the only one that the client reads. */
const toResponse = (result: GraphQLResult) =>
  Response.json(result, {
    status: result.errors?.some(({ extensions }) => extensions?.['code'] === 'UNAUTHENTICATED') ? 401 : 200,
  });

function readCall(url: URL, { body, headers }: RequestInit): { call: Call; text: string | undefined } {
  const sent = (typeof body === 'string' ? JSON.parse(body) : Object.fromEntries(url.searchParams)) as {
    operationName: string;
    variables?: Record<string, unknown> | string;
    query?: string;
    hash?: string;
  };
  const { operationName, variables = {}, query, hash } = sent;
  const call = {
    operationName,
    variables: (typeof variables === 'string' ? JSON.parse(variables) : variables) as Record<string, unknown>,
    headers: new Headers(headers),
  };
  return { call, text: hash === queryHashes.get(operationName) ? queryTexts.get(operationName) : query };
}

/** The server of a test: executes calls over the real schema with the resolvers that the test provides. */
export function createShop(files: Readonly<Record<string, () => Response | Promise<Response>>>) {
  /** Products are not counted unless a test says so. */
  const prepared: Record<string, Resolvers[string]> = { availability: null };
  const interceptors = new Map<string, Interceptor>();
  const calls: Call[] = [];
  const problems: string[] = [];
  const routes: (readonly [RegExp, (body: Record<string, string>, headers: Headers) => Response])[] = [];
  let missingFile: string | undefined;

  const refuseUnprepared = (what: string): Response => {
    problems.push(`${what} is not prepared`);
    return new Response(null, { status: 500 });
  };

  async function respond(call: Call, text: string | undefined): Promise<Response> {
    const document = documentOf(text ?? '{ __typename }');
    const missing = rootFields(document).filter((field) => !(field in prepared));
    if (missing.length > 0) return refuseUnprepared(`${call.operationName} (${missing.join(', ')})`);
    const { variables, operationName } = call;
    const result = await execute({
      ...{ schema, document, operationName, rootValue: prepared, contextValue: call, variableValues: variables },
    });
    for (const { message, originalError } of result.errors ?? [])
      if (!(originalError instanceof GraphQLError)) problems.push(`${operationName}: ${message}`);
    return toResponse(JSON.parse(JSON.stringify(result)) as GraphQLResult);
  }

  async function handle(input: string, init: RequestInit): Promise<Response> {
    const url = new URL(input, location.href);
    const file = files[url.pathname];
    if (file) return missingFile === url.pathname ? new Response(null, { status: 503 }) : file();
    const route = routes.find(([path]) => path.test(url.pathname));
    if (route) {
      const body = JSON.parse(typeof init.body === 'string' ? init.body : '{}') as Record<string, string>;
      return route[1](body, new Headers(init.headers));
    }
    if (url.pathname !== '/graphql') return refuseUnprepared(`${init.method ?? 'GET'} ${url.href}`);
    const { call, text } = readCall(url, init);
    calls.push(call);
    const next = () => respond(call, text);
    return (interceptors.get(call.operationName) ?? interceptors.get('*') ?? next)(next, call);
  }

  return {
    /** The GraphQL calls so far. */
    calls,
    names: () => calls.map(({ operationName }) => operationName),
    callsOf: (name: string) => calls.filter(({ operationName }) => operationName === name),
    /** Requests without a resolver, and results that do not match the schema. */
    problems,
    prepare(more: Resolvers): void {
      assertKnown(more);
      Object.assign(prepared, more);
    },
    /** By operation name, '*' for all; undefined removes the interceptor. */
    intercept(operationName: string, interceptor: Interceptor | undefined): void {
      if (interceptor) interceptors.set(operationName, interceptor);
      else interceptors.delete(operationName);
    },
    /** Serves a route that is not GraphQL, by its path. */
    serve(path: RegExp, respond: (body: Record<string, string>, headers: Headers) => Response): void {
      routes.push([path, respond]);
    },
    /** Responds with 503 for one of `files`; undefined for none. */
    failFile(path: string | undefined): void {
      missingFile = path;
    },
    fetch: (input: string, init: RequestInit = {}): Promise<Response> => {
      const { signal } = init;
      const aborted = new Promise<never>((_resolve, reject) =>
        signal?.addEventListener('abort', () => reject(signal.reason as Error), { once: true }),
      );
      return Promise.race([handle(input, init), aborted]);
    },
  };
}

export type Shop = ReturnType<typeof createShop>;

/** For a resolver to throw: an error with the server's code and the input field. */
export const refusal = (message: string, code: string, field?: string): GraphQLError =>
  new GraphQLError(message, { extensions: { code, ...(field !== undefined && { field }) } });

/** An error with this message. */
export const refuse =
  (message: string, status = 500): Interceptor =>
  () =>
    Response.json({ data: null, errors: [{ message }] }, { status });

export const offline: Interceptor = () => Promise.reject(new TypeError('Failed to fetch'));

/** Delays the response. */
export const after =
  (released: Promise<void>): Interceptor =>
  async (next) => {
    await released;
    return next();
  };

export const networkFaults: Readonly<Record<string, Interceptor>> = {
  '500': refuse('Internal server error'),
  '503': () => Response.json({ error: 'Down', code: 'SERVICE_UNAVAILABLE' }, { status: 503 }),
  '429': () => Response.json({ error: 'Too many requests. Please try again later.' }, { status: 429 }),
  'no answer': () => new Promise(() => undefined),
  HTML: () => new Response('<h1>Bad gateway</h1>', { status: 502, headers: { 'content-type': 'text/html' } }),
  offline,
};
