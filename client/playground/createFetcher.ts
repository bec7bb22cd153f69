import type { ComponentProps } from 'react';
import type { GraphiQL } from 'graphiql';

type Fetcher = ComponentProps<typeof GraphiQL>['fetcher'];

/** Same origin only: the playground speaks to the shop that served it. */
export function createFetcher(token: string): Fetcher {
  return async (parameters, options) => {
    const answer = await fetch('/graphql', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/graphql-response+json, application/json',
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...options?.headers,
      },
      body: JSON.stringify(parameters),
    });
    return answer.json();
  };
}
