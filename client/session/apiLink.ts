import { ApolloLink, Observable } from '@apollo/client';
import { OperationTypeNode } from 'graphql';
import { queryHashes, queryTexts } from '../lib/queryTexts';
import { keyHeader, newKey } from '../lib/idempotency';

export interface TokenSource {
  /** The current ID token from the Firebase SDK, or undefined when nobody is signed in. */
  token(options?: { refresh: boolean }): Promise<string | undefined>;
}

/** A call that hangs is a failed call: no screen waits longer, unless it says so. */
const usualPatience = 10_000;

/** What a call may bring in Apollo's `context`: headers such as the Idempotency-Key of a filled form, and its patience. */
interface CallContext {
  headers?: Record<string, string>;
  patience?: number;
}

/** Sends what the code generator printed: neither the GraphQL parser nor its printer reaches the browser. */
export function apiLink(session: TokenSource): ApolloLink {
  return new ApolloLink((operation) => {
    const query = queryTexts.get(operation.operationName ?? '');
    if (!query) throw new Error(`Operation ${operation.operationName} was not generated`);
    const { operationName, variables } = operation;
    const context = operation.getContext() as CallContext;
    const headers = { ...idempotencyHeader(operation.operationType), ...context.headers };
    const patience = context.patience ?? usualPatience;
    return new Observable((observer) => {
      const cancel = new AbortController();
      let wanted = true;
      const timer = setTimeout(() => cancel.abort(new Error('The shop did not answer')), patience);
      const body = JSON.stringify({ operationName, query, variables });
      const address = addressOf(operationName ?? '', variables);
      callGraphQL(session, body, { headers, address, signal: cancel.signal })
        .then(
          (result) => {
            observer.next(result);
            observer.complete();
          },
          (error: unknown) => {
            if (wanted) observer.error(error);
          },
        )
        .finally(() => clearTimeout(timer));
      return () => {
        wanted = false;
        cancel.abort();
      };
    });
  });
}

/** A repeated call (the replay after a 401, or by the network) must not act twice. */
const idempotencyHeader = (type: OperationTypeNode): Record<string, string> =>
  type === OperationTypeNode.MUTATION ? keyHeader(newKey()) : {};

/** Longer ones do not pass everywhere. */
const longestAddress = 2_000;

/**
 * Where the answer to a public query of this build is, without its text: browsers and caches in between can keep it. None
 * for what is not public.
 */
function addressOf(operationName: string, variables: object): string | undefined {
  const hash = queryHashes.get(operationName);
  if (!hash) return undefined;
  const address = `/graphql?${new URLSearchParams({ operationName, hash, variables: JSON.stringify(variables) })}`;
  return address.length > longestAddress ? undefined : address;
}

interface Call {
  readonly headers?: Record<string, string>;
  /** Where the same is answered to whoever is not signed in. */
  readonly address?: string | undefined;
  readonly signal?: AbortSignal;
}

/** On a 401 the token is refreshed once and the call replayed once (decision 5). */
export async function callGraphQL(
  session: TokenSource,
  body: string,
  { headers, address, signal }: Call = {},
): Promise<ApolloLink.Result> {
  const send = (token: string | undefined, kept?: string) =>
    fetch(kept ?? '/graphql', {
      credentials: 'include',
      headers: {
        accept: 'application/graphql-response+json, application/json',
        ...(kept ? {} : { 'content-type': 'application/json' }),
        ...headers,
        ...(token ? { authorization: `Bearer ${token}` } : {}),
      },
      ...(kept ? {} : { method: 'POST', body }),
      ...(signal ? { signal } : {}),
    });
  // What anybody may read is read without the identity provider too.
  const token = await session.token().catch(() => undefined);
  let answer = await send(token, token ? undefined : address);
  // The shop is of another build than this page.
  if (answer.status === 404 && address && !token) answer = await send(undefined);
  if (answer.status === 401 && token) {
    const fresh = await session.token({ refresh: true }).catch(() => undefined);
    if (fresh) answer = await send(fresh);
  }
  const text = await answer.text();
  let result: ApolloLink.Result & { error?: unknown; code?: unknown };
  try {
    result = JSON.parse(text) as typeof result;
  } catch {
    throw new Error(`The shop answered ${answer.status} without JSON`);
  }
  const retryAfter = answer.headers.get('retry-after');
  const extensions = retryAfter === null ? {} : { extensions: { retryAfter } };
  if (result.data || result.errors) return { ...result, ...extensions };
  // Whatever stands in front of the shop may answer as its REST layer does.
  if (typeof result.error === 'string') {
    const code = typeof result.code === 'string' ? { extensions: { code: result.code } } : {};
    return { errors: [{ message: result.error, ...code }], ...extensions };
  }
  throw new Error(`The shop answered ${answer.status} without data`);
}
