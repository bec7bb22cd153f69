import type { RequestHandler } from 'express';
import { BadInputError, cutName } from '../errors';
import { readJson } from './requestBody';

const inJson = ['variables', 'extensions'] as const;
const optional: readonly string[] = ['operationName', ...inJson];

/** What is empty is as if it were not there, as GraphQL over HTTP has it; what cannot be read is refused by its name. */
export const graphqlParameters: RequestHandler = (request, _response, next) => {
  if (request.method === 'GET') {
    const { parameters, isChanged } = readParameters(request.query);
    if (isChanged) request.url = `/?${new URLSearchParams(parameters)}`;
  } else {
    const { operationName, ...others } = request.body as Record<string, unknown>;
    if (operationName === '') request.body = others;
  }
  next();
};

/** The parameters of a query by GET, each a text that is there once; throws what the caller is told. */
export function readParameters(query: Readonly<Record<string, unknown>>): {
  readonly parameters: Record<string, string>;
  readonly isChanged: boolean;
} {
  const parameters: Record<string, string> = {};
  let isChanged = false;
  for (const [name, value] of Object.entries(query)) {
    if (typeof value !== 'string')
      throw new BadInputError(`The parameter '${cutName(name)}' may be given once only.`, name);
    if (value === '' && optional.includes(name)) isChanged = true;
    else parameters[name] = value;
  }
  for (const name of inJson) {
    const text = parameters[name];
    if (text === undefined) continue;
    const value = readJson(text, name);
    if (typeof value !== 'object' || Array.isArray(value))
      throw new BadInputError(`The parameter '${name}' must be a JSON object.`, name);
    if (value !== null) continue;
    delete parameters[name];
    isChanged = true;
  }
  return { parameters, isChanged };
}
