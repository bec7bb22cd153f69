import {
  getNamedType,
  getNullableType,
  isInputObjectType,
  isInterfaceType,
  isLeafType,
  isListType,
  isObjectType,
  isRequiredArgument,
  isRequiredInputField,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLInputType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
} from 'graphql';
import type { Endpoint } from '../../server/rest/endpoint';
import { importColumns } from '../../server/products/productFields';
import { endpoints } from '../../server/rest/endpoints';
import { productFileOf } from '../../server/testing/restBody';

/** The parts of one HTTP request. */
export interface Wire {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** How a value is sent: as JSON, as URL-encoded text, or raw in a header or a part of a file. */
export type ValueEncoding = 'json' | 'text' | 'header' | 'raw';

export interface InputField {
  readonly label: string;
  readonly surface: 'graphql' | 'rest';
  readonly operation: string;
  readonly writes: boolean;
  readonly encoding: ValueEncoding;
  /** The last part of the label. */
  readonly name: string;
  /** The type by the schema; undefined for plain text. */
  readonly type: GraphQLInputType | undefined;
  /** The response type; undefined if the value decides the query. */
  readonly answer: GraphQLOutputType | undefined;
  /** The REST endpoint. */
  readonly row?: Pick<Endpoint, 'method' | 'path'>;
  /** Builds the request with the value; undefined omits the field. */
  readonly build: (value: string | undefined, caller: string, variant: number) => Wire;
}

/** A valid value for a field whose type alone does not suffice; path parameters are looked up as `:field` first. */
export type Sample = (operation: string, field: string, caller: string) => unknown;

type Values = Record<string, unknown>;
type Row = Readonly<Record<string, string>>;
const hole = '@@here@@';
const json = { 'content-type': 'application/json' };
const file = { 'content-type': 'text/csv' };
export const headerNames = [
  ...(['authorization', 'idempotency-key', 'x-checkout-token', 'x-request-id', 'accept', 'content-type'] as const),
];

/** Every input of both APIs, read from the schema and the REST table, so that new ones are included automatically. */
export function inputFields(schema: GraphQLSchema, sample: Sample): InputField[] {
  const operations = [
    ...Object.values(schema.getQueryType()?.getFields() ?? {}).map((field) => ({ field, writes: false })),
    ...Object.values(schema.getMutationType()?.getFields() ?? {}).map((field) => ({ field, writes: true })),
  ];
  const overGraphql = operations.flatMap(({ field, writes }) => argumentFields(schema, field, writes, sample));
  const overRest = endpoints.flatMap((endpoint) => endpointFields(schema, endpoint, sample));
  const calls = { graphql: baseCalls(schema, sample, 'graphql'), rest: baseCalls(schema, sample, 'rest') };
  const headers = (['graphql', 'rest'] as const).flatMap((surface) =>
    headerNames.map((name) => headerField(surface, name, calls[surface])),
  );
  return [...overGraphql, ...envelopeFields(), ...overRest, ...headers];
}

/** Every operation and endpoint once, with valid values. */
export function baseCalls(schema: GraphQLSchema, sample: Sample, surface: 'graphql' | 'rest'): BaseCall[] {
  if (surface === 'rest') {
    return endpoints.map((endpoint) => ({
      label: `${endpoint.method} ${endpoint.path}`,
      build: (caller) => restWire(endpoint, restBase(schema, endpoint, sample, caller)),
    }));
  }
  return [schema.getQueryType(), schema.getMutationType()].flatMap((root) =>
    Object.values(root?.getFields() ?? {}).map((field) => ({
      label: field.name,
      build: (caller: string) => {
        const base = baseArguments(field, sample, caller);
        return graphqlWire(documentOf(schema, field, Object.keys(base)), JSON.stringify(base));
      },
    })),
  );
}

export interface BaseCall {
  readonly label: string;
  readonly build: (caller: string) => Wire;
}

type RootField = GraphQLField<unknown, unknown>;

function argumentFields(schema: GraphQLSchema, field: RootField, writes: boolean, sample: Sample): InputField[] {
  return field.args.flatMap((argument) =>
    placesIn(argument.type, [argument.name]).map(({ path, type }) => ({
      label: `graphql ${field.name}(${path.join('.')})`,
      surface: 'graphql' as const,
      operation: field.name,
      writes,
      encoding: 'json' as const,
      name: path.at(-1) ?? '',
      type,
      answer: field.type,
      build: (value, caller, variant) => {
        const base = baseArguments(field, sample, caller);
        setAt(base, path, value === undefined ? undefined : hole);
        // Every fifth as a literal in the document, which GraphQL parses by other code than variables.
        if (variant % 5 === 4 && value !== undefined) return inlined(schema, field, base, value);
        const names = Object.keys(base).filter((name) => base[name] !== undefined);
        return graphqlWire(documentOf(schema, field, names), fill(JSON.stringify(base), value));
      },
    })),
  );
}

/** The argument and all nested fields. */
function placesIn(type: GraphQLInputType, path: string[]): { path: string[]; type: GraphQLInputType }[] {
  const inner = getNullableType(type);
  const nested =
    isInputObjectType(inner) && path.length < 6
      ? Object.values(inner.getFields()).flatMap((field) => placesIn(field.type, [...path, field.name]))
      : [];
  return [{ path, type }, ...nested];
}

function baseArguments(field: RootField, sample: Sample, caller: string): Values {
  const base: Values = {};
  for (const argument of field.args) {
    const value = sample(field.name, argument.name, caller);
    if (value !== undefined) base[argument.name] = value;
    else if (isRequiredArgument(argument)) base[argument.name] = workingValue(field.name, argument, sample, caller);
  }
  return base;
}

/**
 * Optional fields that are sent anyway: one of two alternatives must be present, or others beside or within them would
 * always be rejected.
 */
const neededHere = new Set([
  ...['changeUserRole.email', 'deleteUser.email', 'adjustStock.count', 'adjustStock.version'],
  ...['startCheckout.slug', 'addToStore.slug', 'setStoreQuantity.slug', 'acceptPrice.slug'],
  ...['refundPreview.amount', 'refundOrder.amount'],
  ...['updateCheckout.shippingAddress', 'updateCheckout.billingAddress'],
]);

function workingValue(
  operation: string,
  { name, type }: Pick<GraphQLArgument, 'name' | 'type'>,
  sample: Sample,
  caller: string,
): unknown {
  const given = sample(operation, name, caller);
  if (given !== undefined) return given;
  const inner = getNullableType(type);
  if (isListType(inner)) return [];
  if (isInputObjectType(inner)) {
    const isNeeded = (field: GraphQLInputField) =>
      isRequiredInputField(field) || neededHere.has(`${operation}.${field.name}`);
    const fields = Object.values(inner.getFields()).filter(isNeeded);
    return Object.fromEntries(fields.map((field) => [field.name, workingValue(operation, field, sample, caller)]));
  }
  if ('getValues' in inner) return inner.getValues()[0]?.name;
  return { Int: 1, Float: 1, Boolean: true, DateTime: '2026-01-01T00:00:00.000Z' }[inner.name] ?? 'text';
}

function setAt(target: Values, path: readonly string[], value: unknown): void {
  const [first = '', ...rest] = path;
  if (rest.length === 0) target[first] = value;
  else setAt((target[first] ??= {}) as Values, rest, value);
}

function fill(text: string, value: string | undefined): string {
  return text.replace(`"${hole}"`, () => value ?? 'null');
}

function documentOf(schema: GraphQLSchema, field: RootField, names: readonly string[]): string {
  const used = field.args.filter(({ name }) => names.includes(name));
  const variables = used.map(({ name, type }) => `$${name}: ${String(type)}`).join(', ');
  return operationText(schema, field, used.map(({ name }) => `${name}: $${name}`).join(', '), variables);
}

function inlined(schema: GraphQLSchema, field: RootField, base: Values, value: string): Wire {
  const given = field.args.filter(({ name }) => base[name] !== undefined);
  const literals = given.map(({ name, type }) => `${name}: ${literal(base[name], type)}`).join(', ');
  const query = operationText(schema, field, literals, '').replace(`"${hole}"`, () => literalOf(value));
  return graphqlWire(query, '{}');
}

function literalOf(text: string): string {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' ? literal(value) : text;
  } catch {
    return text;
  }
}

function literal(value: unknown, type?: GraphQLInputType): string {
  if (Array.isArray(value)) return `[${value.map((item) => literal(item)).join(', ')}]`;
  const named = type && getNamedType(type);
  if (typeof value === 'object' && value !== null) {
    const fields = named && isInputObjectType(named) ? named.getFields() : {};
    const parts = Object.entries(value).map(([name, inner]) => `${name}: ${literal(inner, fields[name]?.type)}`);
    return `{${parts.join(', ')}}`;
  }
  const isEnumValue = named && 'getValues' in named && typeof value === 'string' && value !== hole;
  return isEnumValue ? value : JSON.stringify(value);
}

function operationText(schema: GraphQLSchema, field: RootField, args: string, variables: string): string {
  const kind = schema.getMutationType()?.getFields()[field.name] === field ? 'mutation' : 'query';
  const given = args === '' ? '' : `(${args})`;
  const declared = variables === '' ? '' : `(${variables})`;
  return `${kind} F${declared} { ${field.name}${given} ${selectionOf(schema, field.type)} }`;
}

/**
 * Not selected: `edges`, which has the rows of `nodes` and would exceed the cost limit, and fields too deep for a
 * mutation that a query covers.
 */
const notAskedFor: ReadonlySet<string> = new Set(['edges', 'unfinishedCheckout', 'OrderResult.order']);

/** The fields of a type that operations select. */
export const askedFields = (type: GraphQLObjectType) =>
  Object.values(type.getFields()).filter(
    ({ name }) => !notAskedFor.has(name) && !notAskedFor.has(`${type.name}.${name}`),
  );

function selectionOf(schema: GraphQLSchema, type: GraphQLOutputType): string {
  const named = getNamedType(type);
  if (isLeafType(named)) return '';
  if (isInterfaceType(named)) {
    const shared = Object.keys(named.getFields());
    const fragments = schema.getPossibleTypes(named).map((possible) => {
      const own = Object.values(possible.getFields()).filter(({ name }) => !shared.includes(name));
      return `... on ${possible.name} { ${own.map((field) => `${field.name} ${selectionOf(schema, field.type)}`).join(' ')} }`;
    });
    return `{ __typename ${shared.join(' ')} ${fragments.join(' ')} }`;
  }
  if (!isObjectType(named)) return '{ __typename }';
  return `{ ${askedFields(named)
    .map((field) => `${field.name} ${selectionOf(schema, field.type)}`)
    .join(' ')} }`;
}

function graphqlWire(query: string, variables: string): Wire {
  const body = `{"query":${JSON.stringify(query)},"variables":${variables}}`;
  return { method: 'POST', path: '/graphql', headers: json, body };
}

/** The other parts of a GraphQL request: in the body of a POST and in the URL of a GET. */
function envelopeFields(): InputField[] {
  const whole = { query: '"query Q { categories { id } }"', operationName: '"Q"', variables: '{}', extensions: '{}' };
  return Object.keys(whole).flatMap((name) => [
    {
      ...envelope(name, 'json'),
      build: (value) => {
        const parts = Object.entries({ ...whole, [name]: value }).filter(([, text]) => text !== undefined);
        const body = `{${parts.map(([key, text]) => `"${key}":${text}`).join(',')}}`;
        return { method: 'POST', path: '/graphql', headers: json, body };
      },
    },
    {
      ...envelope(name, 'text'),
      build: (value) => {
        const parts = Object.entries({ query: '{categories{id}}', [name]: value });
        const address = parts.map(([key, text]) => (text === undefined ? '' : `&${key}=${percent(text)}`)).join('');
        return { method: 'GET', path: `/graphql?${address}`, headers: {} };
      },
    },
  ]);
}

function envelope(name: string, encoding: 'json' | 'text'): Omit<InputField, 'build'> {
  const label = `graphql ${encoding === 'json' ? 'POST' : 'GET'} ${name}`;
  const rest = { surface: 'graphql', operation: 'envelope', writes: true, type: undefined, answer: undefined } as const;
  return { label, name, encoding, ...rest };
}

interface RestBase {
  readonly params: Values;
  readonly query: Values;
  readonly body: Values | undefined;
}

function restBase(schema: GraphQLSchema, endpoint: Endpoint, sample: Sample, caller: string): RestBase {
  const { operation, path, whenQuery, query = {}, body, csv, ifMatch } = endpoint;
  const fields = inputFieldsOf(schema, operation);
  const params = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => [
    name,
    sample(operation, `:${name}`, caller) ?? sample(operation, name, caller) ?? 'text',
  ]);
  // A body field that a header could replace is sent in the body.
  const needed = body && [
    ...body.required,
    ...body.used.filter((name) => !body.required.includes(name) && neededHere.has(`${operation}.${name}`)),
    ...(ifMatch ? ['version'] : []),
  ];
  const values = needed?.map((name) => {
    const value = workingValue(operation, { name, type: fields[name]?.type as GraphQLInputType }, sample, caller);
    return [name, name === 'role' ? String(value).toLowerCase() : value];
  });
  return {
    params: Object.fromEntries(params) as Values,
    query: Object.fromEntries(
      [
        ...(whenQuery === undefined ? [] : [whenQuery]),
        ...Object.keys(query).filter((name) => query[name]?.required),
      ].map((name) => [name, sample(operation, name, caller) ?? 'text']),
    ),
    body:
      csv === 'taken' ? { rows: sample(operation, 'rows', caller) } : values && (Object.fromEntries(values) as Values),
  };
}

function inputFieldsOf(schema: GraphQLSchema, operation: string) {
  const mutations = schema.getMutationType()?.getFields() ?? {};
  const argument = mutations[operation]?.args.find(({ name }) => name === 'input');
  const type = argument && getNamedType(argument.type);
  return type && isInputObjectType(type) ? type.getFields() : {};
}

function restWire({ method, path, csv }: Endpoint, { params, query, body }: RestBase, value?: string): Wire {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => percent(params[name]));
  const pairs = Object.entries(query).map(([name, text]) => `${name}=${percent(text)}`);
  const address = `/api${filled}${pairs.length === 0 ? '' : `?${pairs.join('&')}`}`;
  if (body === undefined) return { method, path: address, headers: {} };
  if (csv === 'taken') return { method, path: address, headers: file, body: productFileOf(body['rows'] as Row[]) };
  return { method, path: address, headers: json, body: fill(JSON.stringify(body), value) };
}

function endpointFields(schema: GraphQLSchema, endpoint: Endpoint, sample: Sample): InputField[] {
  const { method, path, operation, body, whenQuery, query = {}, csv, list } = endpoint;
  const shared = { surface: 'rest', operation, writes: method !== 'GET', answer: undefined, row: endpoint } as const;
  const label = `rest ${method} ${path}${whenQuery === undefined ? '' : `?${whenQuery}`}`;
  const types = inputFieldsOf(schema, operation);
  const base = (caller: string) => restBase(schema, endpoint, sample, caller);
  const ofBody = [...(body?.used ?? []), ...(body?.overruled ?? [])].map((name): InputField => ({
    ...shared,
    label: `${label} body ${name}`,
    encoding: 'json',
    name,
    type: body?.used.includes(name) ? types[name]?.type : undefined,
    build: (value, caller) => {
      const values = base(caller);
      return restWire(endpoint, { ...values, body: { ...values.body, [name]: value && hole } }, value);
    },
  }));
  const whole: InputField = {
    ...shared,
    label: `${label} whole body`,
    encoding: 'json',
    name: 'body',
    type: undefined,
    build: (value, caller) => ({ ...restWire(endpoint, base(caller)), headers: json, body: value ?? '' }),
  };
  const text = (place: 'params' | 'query', name: string): InputField => ({
    ...shared,
    label: `${label} ${place} ${name}`,
    encoding: 'text',
    name,
    type: undefined,
    build: (value, caller) => {
      const values = base(caller);
      return restWire(endpoint, { ...values, [place]: { ...values[place], [name]: value ?? '' } });
    },
  });
  const row: Row = { name: '', slug: '', price: '5' };
  const cells = importColumns.map((column): InputField => ({
    ...{ ...shared, label: `${label} cell ${column}`, encoding: 'raw', name: column, type: undefined },
    build: (value = '', caller) => {
      const [given = row] = base(caller).body?.['rows'] as Row[];
      return restWire(endpoint, { ...base(caller), body: { rows: [{ ...given, [column]: value }] } });
    },
  }));
  const wholeFile: InputField = {
    ...{ ...shared, label: `${label} whole body`, encoding: 'raw', name: 'body', type: undefined },
    build: (value, caller) => ({ ...restWire(endpoint, base(caller)), body: value ?? '' }),
  };
  return [
    ...ofBody,
    ...(csv === 'taken' ? [...cells, wholeFile] : []),
    ...(body ? [whole] : []),
    ...[...path.matchAll(/:(\w+)/g)].map(([, name = '']) => text('params', name)),
    ...[
      ...(whenQuery === undefined ? [] : [whenQuery]),
      ...Object.keys(query),
      ...(list && csv === undefined ? ['limit', 'cursor'] : []),
    ].map((name) => text('query', name)),
  ];
}

function headerField(surface: 'graphql' | 'rest', name: string, calls: readonly BaseCall[]): InputField {
  return {
    label: `${surface} header ${name}`,
    surface,
    operation: 'any',
    writes: true,
    encoding: 'header',
    name,
    type: undefined,
    answer: undefined,
    build: (value, caller, variant) => {
      const wire = calls[variant % calls.length]?.build(caller) ?? { method: 'GET', path: '/', headers: {} };
      return { ...wire, headers: { ...wire.headers, ...(value !== undefined && { [name]: value }) } };
    },
  };
}

/** As UTF-8, including lone surrogates; a broken percent escape is kept. */
function percent(value: unknown): string {
  const text = String(value);
  if (/^raw:[\x21-\x7e]*$/.test(text)) return text.slice(4);
  return [...Buffer.from(text, 'utf8')].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
}
