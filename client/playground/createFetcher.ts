import type { ComponentProps } from 'react';
import type { GraphiQL } from 'graphiql';
import { getOperationAST, parse } from 'graphql';

type Fetcher = ComponentProps<typeof GraphiQL>['fetcher'];

export function createFetcher(token: string): Fetcher {
  return async (parameters, options) => {
    const response = await fetch('/graphql', {
      method: 'POST',
      headers: headersOf(token, options?.headers),
      body: JSON.stringify(inDocument(parameters)),
    });
    return response.json();
  };
}

/** Those of a tab count before the account, in any letter case: an API key is sent by them. */
export function headersOf(token: string, ofTab: Readonly<Record<string, unknown>> = {}): Headers {
  const headers = new Headers({
    'content-type': 'application/json',
    accept: 'application/graphql-response+json, application/json',
    ...(token && { authorization: `Bearer ${token}` }),
  });
  for (const [name, value] of Object.entries(ofTab)) headers.set(name, String(value));
  return headers;
}

/** Right after a tab change GraphiQL still sends the operation name of the previous tab. */
export function inDocument<T extends { query: string; operationName?: string | null }>(parameters: T): T {
  const { operationName, ...others } = parameters;
  if (!operationName) return parameters;
  try {
    return getOperationAST(parse(parameters.query), operationName) ? parameters : (others as T);
  } catch {
    return parameters;
  }
}
