import { ApolloLink, Observable } from '@apollo/client';
import { OperationTypeNode } from 'graphql';
import { queryHashes, queryTexts } from '../lib/queryTexts';
import { idempotencyKeyHeader, newIdempotencyKey } from '../lib/idempotency';
import { noAnswer } from '../lib/noAnswer';

export interface TokenSource {
  /** The current ID token from the Firebase SDK, or undefined without a user. */
  token(options?: { refresh: boolean }): Promise<string | undefined>;
}

const defaultTimeoutMs = 10_000;

/** Apollo's `context` of a call: headers, such as the Idempotency-Key of a form, and its timeout. */
interface CallContext {
  headers?: Record<string, string>;
  timeoutMs?: number;
  /**
   * For queries that answer an anonymous caller otherwise, such as those of what the caller has bought, which does not
   * exist then. A public query stays readable while the identity provider is down if it does not say so: where it
   * answers null to a stranger, it is asked again with a token that comes late. Changes, a message to the shop among
   * them, need the caller unless they say false: a link to an order is sent to whoever asks.
   */
  needsCaller?: boolean;
}

/** Sends the generated query text: neither the GraphQL parser nor its printer is in the bundle. */
export function apiLink(session: TokenSource): ApolloLink {
  return new ApolloLink((operation) => {
    const { operationName = '', operationType, variables } = operation;
    const query = queryTexts.get(operationName);
    if (!query) throw new Error(`Operation ${operationName} was not generated`);
    const context = operation.getContext() as CallContext;
    const isMutation = operationType === OperationTypeNode.MUTATION;
    // A retry (the replay after a 401, or by the network) must not run the mutation twice.
    const headers = { ...(isMutation && idempotencyKeyHeader(newIdempotencyKey())), ...context.headers };
    const timeoutMs = context.timeoutMs ?? defaultTimeoutMs;
    return new Observable((observer) => {
      const cancel = new AbortController();
      const timer = setTimeout(() => cancel.abort(new Error(noAnswer)), timeoutMs);
      const body = JSON.stringify({ operationName, query, variables });
      const address = addressOf(operationName, variables);
      // Leaves time to ask the shop without a token.
      const tokenSignal =
        (context.needsCaller ?? isMutation) ? undefined : AbortSignal.timeout(Math.ceil(timeoutMs / 3));
      callGraphQL(session, body, { headers, address, signal: cancel.signal, tokenSignal })
        .then(
          (result) => {
            observer.next(result);
            observer.complete();
          },
          (error: unknown) => observer.error(error),
        )
        .finally(() => clearTimeout(timer));
      return () => cancel.abort();
    });
  });
}

/** Some proxies reject longer URLs. */
const maxUrlLength = 2_000;

/**
 * The GET URL of a public query of this build, by the hash of its text, so that browsers and proxies can cache the
 * response. Undefined for private operations.
 */
function addressOf(operationName: string, variables: object): string | undefined {
  const hash = queryHashes.get(operationName);
  if (!hash) return undefined;
  const address = `/graphql?${new URLSearchParams({ operationName, hash, variables: JSON.stringify(variables) })}`;
  return address.length > maxUrlLength ? undefined : address;
}

/** The identity provider's SDK gives up after 30 or 60 s, longer than a reader waits. */
function within<Answer>(signal: AbortSignal | undefined, work: Promise<Answer>): Promise<Answer> {
  return new Promise((resolve, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason as Error));
    work.then(resolve, reject);
  });
}

interface Call {
  readonly headers?: Record<string, string>;
  /** The cacheable URL of the same query, for anonymous users. */
  readonly address?: string | undefined;
  readonly signal?: AbortSignal;
  /** Of the wait for the token, without which the call is sent then. */
  readonly tokenSignal?: AbortSignal | undefined;
}

/**
 * On a 401 the token is refreshed once and the call replayed once (decision 5). Without `tokenSignal` it fails if a person
 * who is signed in cannot be identified now, instead of being sent as an anonymous one.
 */
export async function callGraphQL(
  session: TokenSource,
  body: string,
  { headers, address, signal, tokenSignal }: Call = {},
): Promise<ApolloLink.Result> {
  const send = (token: string | undefined, cacheableUrl?: string) =>
    fetch(cacheableUrl ?? '/graphql', {
      credentials: 'include',
      headers: {
        accept: 'application/graphql-response+json, application/json',
        ...(!cacheableUrl && { 'content-type': 'application/json' }),
        ...headers,
        ...(token && { authorization: `Bearer ${token}` }),
      },
      ...(!cacheableUrl && { method: 'POST', body }),
      signal: signal ?? null,
    });
  const asked = session.token();
  // Public data is readable while the identity provider is down.
  const token = await (tokenSignal ? within(tokenSignal, asked).catch(() => undefined) : within(signal, asked));
  const cacheableUrl = token ? undefined : address;
  let response = await send(token, cacheableUrl);
  // The server runs another build than this page.
  if (response.status === 404 && cacheableUrl) response = await send(undefined);
  let text = await response.text();
  const isRefused = response.status === 401;
  // The owner of a product that is switched off is told more than a stranger.
  if (isRefused || (cacheableUrl && /"data":{"\w+":null/.test(text))) {
    // A token that is only late counts, too.
    const fresh = await within(signal, token ? session.token({ refresh: true }) : asked).catch(() => undefined);
    const again = fresh && (await send(fresh).catch((error: unknown) => void (isRefused && Promise.reject(error))));
    if (again && (isRefused || again.ok)) text = await (response = again).text();
  }
  let result: ApolloLink.Result & { error?: unknown; code?: unknown } = {};
  try {
    result = JSON.parse(text) as typeof result;
  } catch {
    // A page of a proxy has no data either.
  }
  const retryAfter = response.headers.get('retry-after');
  const extensions = retryAfter !== null && { extensions: { retryAfter } };
  if (result.data || result.errors) return { ...result, ...extensions };
  // A proxy may answer as the REST layer does.
  if (typeof result.error === 'string') {
    const code = typeof result.code === 'string' && { extensions: { code: result.code } };
    return { errors: [{ message: result.error, ...code }], ...extensions };
  }
  throw new Error(`The shop answered ${response.status} without data`);
}
