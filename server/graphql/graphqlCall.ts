import { publicOperations, queryTexts } from '../__generated__/queryTexts';
import { BadInputError, cutName, UnknownOperationError } from '../errors';
import type { ReadRequest } from './compiledReads';
import { readJson } from '../http/requestBody';

type Parameters = Readonly<Record<string, unknown>>;

/** A GraphQL request in Apollo's terms. */
export interface GraphqlCall {
  readonly method: 'GET' | 'POST';
  /** Strings where they come from a GET. */
  readonly parameters: Parameters;
  /** null if the request has further or other parameters. */
  readonly readRequest: SourcedReadRequest | null;
}

export interface SourcedReadRequest extends ReadRequest {
  /** Operation and variables as sent. */
  readonly written: string;
}

/** Empty parameters count as absent, as GraphQL over HTTP specifies. `written`: the request's source text. */
export function callByPost(given: Parameters, written: string): GraphqlCall {
  const { operationName, ...others } = given;
  const parameters = operationName === '' ? others : given;
  return { method: 'POST', parameters, readRequest: readRequestIn(parameters, parameters['variables'], written) };
}

/**
 * `?query=…` or, for the public queries of this build's client, `?operationName=…&hash=…` with the SHA-256 of the text;
 * throws errors for the client. `written`: the request's source text.
 */
export function callByGet(given: Parameters, written: string): GraphqlCall {
  const { variables, extensions, hash, ...named } = readTexts(given);
  const [values, others] = [readObject(variables, 'variables'), readObject(extensions, 'extensions')];
  if (hash !== undefined && (named['query'] !== undefined || others))
    throw new BadInputError(
      'An operation is named by its hash or sent as a text, not both.',
      named['query'] === undefined ? 'extensions' : 'query',
    );
  const query = hash === undefined ? named['query'] : textByHash(hash, named['operationName']);
  const parameters: Record<string, string> = {
    ...named,
    ...(query !== undefined && { query }),
    ...(values && variables !== undefined && { variables }),
    ...(others && extensions !== undefined && { extensions }),
  };
  return { method: 'GET', parameters, readRequest: readRequestIn(parameters, values, written) };
}

const asked: ReadonlySet<string> = new Set(['query', 'operationName', 'variables']);

function readRequestIn(parameters: Parameters, variables: unknown, written: string): SourcedReadRequest | null {
  const { query: source, operationName } = parameters;
  const values = variables ?? {};
  const isReadRequest =
    typeof source === 'string' &&
    (operationName === undefined || typeof operationName === 'string') &&
    typeof values === 'object' &&
    !Array.isArray(values) &&
    Object.keys(parameters).every((name) => asked.has(name));
  return isReadRequest ? { source, operationName, variables: values as ReadRequest['variables'], written } : null;
}

/** Without the question mark. */
export const searchOf = (url: string) => url.slice(url.indexOf('?') + 1);

const optional: ReadonlySet<string> = new Set(['operationName', 'variables', 'extensions']);

function readTexts(given: Parameters): Readonly<Partial<Record<string, string>>> {
  const texts: Record<string, string> = {};
  for (const [name, value] of Object.entries(given)) {
    if (typeof value !== 'string')
      throw new BadInputError(`The parameter '${cutName(name)}' may be given once only.`, name);
    if (value !== '' || !optional.has(name)) texts[name] = value;
  }
  return texts;
}

/** null: not given. */
function readObject(text: string | undefined, name: string): object | null {
  if (text === undefined) return null;
  const value = readJson(text, name);
  if (typeof value !== 'object' || Array.isArray(value))
    throw new BadInputError(`The parameter '${name}' must be a JSON object.`, name);
  return value;
}

const operations = new Map<string, keyof typeof queryTexts>(Object.entries(publicOperations));

function textByHash(hash: string, operationName: string | undefined): string {
  const name = operations.get(hash);
  if (name === undefined || name !== operationName) throw new UnknownOperationError();
  return queryTexts[name];
}
