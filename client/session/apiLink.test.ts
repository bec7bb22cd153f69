import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { ApolloClient, InMemoryCache } from '@apollo/client';
import {
  CategoriesDocument,
  CheckoutDocument,
  FindOrderDocument,
  SendContactMessageDocument,
  StartCheckoutDocument,
} from '../__generated__/lazyOperations';
import { ProductDocument, ProductsDocument, RelatedProductsDocument } from '../__generated__/operations';
import { queryHashes } from '../lib/queryTexts';
import { apiLink, callGraphQL } from './apiLink';

interface Seen {
  authorization: string | undefined;
  key: string | undefined;
}

/** A server that accepts one token; relative addresses of the browser are resolved to it. */
async function startServer(
  answer: (headers: IncomingHttpHeaders, address: string) => { status: number; body: string; retryAfter?: string },
) {
  const seen: Seen[] = [];
  const asked: string[] = [];
  const server: Server = createServer((request, response) => {
    const address = `${request.method} ${request.url}`;
    asked.push(address);
    seen.push({
      authorization: request.headers.authorization,
      key: request.headers['idempotency-key'] as string | undefined,
    });
    const { status, body, retryAfter } = answer(request.headers, address);
    const headers = { 'content-type': 'application/json', ...(retryAfter && { 'retry-after': retryAfter }) };
    response.writeHead(status, headers).end(body);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const original = globalThis.fetch;
  globalThis.fetch = (path, init) => original(`http://127.0.0.1:${port}${String(path)}`, init);
  const stop = () => {
    globalThis.fetch = original;
    server.closeAllConnections();
    server.close();
  };
  return { seen, asked, stop };
}

const needsGood = ({ authorization }: IncomingHttpHeaders) =>
  authorization === 'Bearer good'
    ? { status: 200, body: '{"data":{"ok":true}}' }
    : { status: 401, body: '{"errors":[{"message":"Sign in"}]}' };

const source = (stale: string | undefined, fresh: string) => {
  const refreshes: string[] = [];
  const token = async (options?: { refresh: boolean }) => {
    if (options?.refresh) refreshes.push(fresh);
    return options?.refresh ? fresh : stale;
  };
  return { token, refreshes };
};

describe('callGraphQL', () => {
  it('refreshes once and replays once on a 401, under the same idempotency key', async () => {
    const { seen, stop } = await startServer(needsGood);
    const session = source('stale', 'good');
    expect(await callGraphQL(session, '{}', { headers: { 'idempotency-key': 'k1' } })).toEqual({ data: { ok: true } });
    expect(seen).toEqual([
      { authorization: 'Bearer stale', key: 'k1' },
      { authorization: 'Bearer good', key: 'k1' },
    ]);
    expect(session.refreshes).toHaveLength(1);
    stop();
  });

  it('gives up after one replay', async () => {
    const { seen, stop } = await startServer(needsGood);
    expect(await callGraphQL(source('stale', 'still stale'), '{}')).toEqual({ errors: [{ message: 'Sign in' }] });
    expect(seen).toHaveLength(2);
    stop();
  });

  it('sends no token and does not replay for an anonymous visitor', async () => {
    const { seen, stop } = await startServer(needsGood);
    await callGraphQL(source(undefined, 'good'), '{}');
    expect(seen).toEqual([{ authorization: undefined, key: undefined }]);
    stop();
  });

  it('reports the status of a response that is not JSON', async () => {
    const { stop } = await startServer(() => ({ status: 502, body: '<html>' }));
    await expect(callGraphQL(source(undefined, ''), '{}')).rejects.toThrow('The shop answered 502 without data');
    stop();
  });

  it('reads the message of a response that is not GraphQL', async () => {
    const { stop } = await startServer(() => ({ status: 503, body: '{"error":"The shop is closed."}' }));
    expect(await callGraphQL(source(undefined, ''), '{}')).toEqual({ errors: [{ message: 'The shop is closed.' }] });
    stop();
  });

  it('passes on the code and the Retry-After of a rate limit', async () => {
    const body = '{"error":"Too many requests.","code":"RATE_LIMITED"}';
    const { stop } = await startServer(() => ({ status: 429, body, retryAfter: '7' }));
    expect(await callGraphQL(source(undefined, ''), '{}')).toEqual({
      errors: [{ message: 'Too many requests.', extensions: { code: 'RATE_LIMITED' } }],
      extensions: { retryAfter: '7' },
    });
    stop();
  });

  it('treats a response without data as a failure', async () => {
    const { stop } = await startServer(() => ({ status: 200, body: '{}' }));
    await expect(callGraphQL(source(undefined, ''), '{}')).rejects.toThrow('The shop answered 200 without data');
    stop();
  });
});

describe('while the identity provider cannot be reached', () => {
  const link = apiLink({ token: () => Promise.reject(new Error('auth/network-request-failed')) });
  const client = new ApolloClient({ link, cache: new InMemoryCache() });
  const answer = () => ({ status: 200, body: '{"data":{"categories":[],"checkout":null}}' });

  it('public data is read without a token', async () => {
    const { seen, stop } = await startServer(answer);
    expect((await client.query({ query: CategoriesDocument })).data).toEqual({ categories: [] });
    expect(seen).toMatchObject([{ authorization: undefined }]);
    stop();
  });

  it('nothing is bought or looked up as a guest', async () => {
    const { seen, stop } = await startServer(answer);
    const start = client.mutate({ mutation: StartCheckoutDocument, variables: { input: { slug: 'lamp' } } });
    await expect(start).rejects.toThrow('auth/network-request-failed');
    await expect(
      client.query({ query: CheckoutDocument, variables: { id: 'c1' }, context: { needsCaller: true } }),
    ).rejects.toThrow('auth/network-request-failed');
    const input = { name: 'Anna', email: 'anna@example.com', message: 'When does it arrive?' };
    const write = client.mutate({ mutation: SendContactMessageDocument, variables: { input } });
    await expect(write).rejects.toThrow('auth/network-request-failed');
    expect(seen).toEqual([]);
    stop();
  });

  it('a change that belongs to nobody is made without a token', async () => {
    const { seen, stop } = await startServer(() => ({
      status: 200,
      body: '{"data":{"findOrder":{"message":"Sent."}}}',
    }));
    const variables = { input: { number: 'K-1', email: 'anna@example.com' } };
    await client.mutate({ mutation: FindOrderDocument, variables, context: { needsCaller: false } });
    expect(seen).toMatchObject([{ authorization: undefined }]);
    stop();
  });
});

describe('while the identity provider does not answer at all', () => {
  const clientOf = (token: Promise<string | undefined>) =>
    new ApolloClient({ link: apiLink({ token: () => token }), cache: new InMemoryCache() });
  const silence = new Promise<undefined>(() => undefined);

  it('what needs nobody is asked without a token before its limit', async () => {
    const body = '{"data":{"categories":[],"findOrder":{"message":"Sent."}}}';
    const { seen, stop } = await startServer(() => ({ status: 200, body }));
    const context = { timeoutMs: 3_000 };
    const reads = clientOf(silence).query({ query: CategoriesDocument, context });
    const variables = { input: { number: 'K-1', email: 'anna@example.com' } };
    const link = { ...context, needsCaller: false };
    const sent = clientOf(silence).mutate({ mutation: FindOrderDocument, variables, context: link });
    expect((await reads).data).toEqual({ categories: [] });
    expect((await sent).data).toMatchObject({ findOrder: { message: 'Sent.' } });
    expect(seen).toMatchObject([{ authorization: undefined }, { authorization: undefined }]);
    stop();
  });

  it('what needs the caller gives up at its limit and is not sent', async () => {
    const { seen, stop } = await startServer(needsGood);
    const variables = { input: { slug: 'lamp' } };
    const context = { timeoutMs: 20 };
    const start = clientOf(silence).mutate({ mutation: StartCheckoutDocument, variables, context });
    await expect(start).rejects.toThrow('The shop did not answer');
    expect(seen).toEqual([]);
    stop();
  });

  it('what is refused to strangers is asked again with the token that comes late', async () => {
    let answer: (token: string) => void = () => undefined;
    const late = new Promise<string>((resolve) => (answer = resolve));
    const { seen, stop } = await startServer((headers) => {
      const answered = needsGood(headers);
      // The provider answers after the shop has.
      if (answered.status === 401) setImmediate(answer, 'good');
      return { ...answered, body: answered.body.replace('"ok":true', '"categories":[]') };
    });
    const context = { timeoutMs: 3_000 };
    expect((await clientOf(late).query({ query: CategoriesDocument, context })).data).toEqual({ categories: [] });
    expect(seen).toMatchObject([{ authorization: undefined }, { authorization: 'Bearer good' }]);
    stop();
  });
});

describe('a public query that answers null to a stranger', () => {
  const product = '{"data":{"product":{"id":"p1","__typename":"Product"}}}';
  const nothing = '{"data":{"product":null}}';

  /** Asks with a token that comes, if at all, after the shop has answered a stranger. */
  async function askFor(token: 'good' | undefined, status = 200) {
    let answer: (late: string | undefined) => void = () => undefined;
    const late = new Promise<string | undefined>((resolve) => (answer = resolve));
    const { asked, stop } = await startServer(({ authorization }) => {
      if (!authorization) setImmediate(answer, token);
      return authorization ? { status, body: product } : { status: 200, body: nothing };
    });
    const client = new ApolloClient({ link: apiLink({ token: () => late }), cache: new InMemoryCache() });
    const context = { timeoutMs: 3_000 };
    const options = { query: ProductDocument, variables: { slug: 'lamp' }, context, errorPolicy: 'all' } as const;
    const { data } = await client.query({ ...options, fetchPolicy: 'no-cache' });
    stop();
    return { data, methods: asked.map((address) => address.split(' ')[0]) };
  }

  it('is asked again with the token that comes late', async () => {
    expect(await askFor('good')).toMatchObject({ data: { product: { id: 'p1' } }, methods: ['GET', 'POST'] });
  });

  it('stands if the second answer is none', async () => {
    const methods = ['GET', 'POST'];
    expect(await askFor('good', 503)).toEqual({ data: { product: null }, methods });
  });

  it('is asked once where nobody is signed in', async () => {
    expect(await askFor(undefined)).toEqual({ data: { product: null }, methods: ['GET'] });
  });

  it('says so at its limit if no token comes', async () => {
    const { seen, stop } = await startServer(() => ({ status: 200, body: nothing }));
    const token = () => new Promise<undefined>(() => undefined);
    const client = new ApolloClient({ link: apiLink({ token }), cache: new InMemoryCache() });
    const context = { timeoutMs: 300 };
    const { data } = await client.query({ query: ProductDocument, variables: { slug: 'lamp' }, context });
    expect(data).toEqual({ product: null });
    expect(seen).toHaveLength(1);
    stop();
  });
});

describe('public queries', () => {
  const empty = {
    status: 200,
    body: '{"data":{"categories":[],"products":{"nodes":[],"__typename":"ProductConnection"}}}',
  };
  const asking = (token: string | undefined) =>
    new ApolloClient({ link: apiLink({ token: async () => token }), cache: new InMemoryCache() });
  const hash = queryHashes.get('Categories');
  const cacheable = `GET /graphql?operationName=Categories&hash=${hash}&variables=%7B%7D`;

  it('are sent by GET and hash for an anonymous visitor, by POST for a signed-in one', async () => {
    const { asked, stop } = await startServer(() => empty);
    await asking(undefined).query({ query: CategoriesDocument });
    await asking('good').query({ query: CategoriesDocument });
    expect(asked).toEqual([cacheable, 'POST /graphql']);
    stop();
  });

  it('fall back to POST when a server of another build does not know the hash', async () => {
    const { asked, stop } = await startServer((_headers, address) =>
      address.startsWith('GET') ? { status: 404, body: '{"errors":[{"message":"Unknown"}]}' } : empty,
    );
    expect((await asking(undefined).query({ query: CategoriesDocument })).data).toEqual({ categories: [] });
    expect(asked).toEqual([cacheable, 'POST /graphql']);
    stop();
  });

  it('are sent by POST when the URL would be too long', async () => {
    const { asked, stop } = await startServer(() => empty);
    const variables = { filter: { search: 'ä'.repeat(400) }, sort: 'NEWEST', first: 24 } as const;
    await asking(undefined).query({ query: RelatedProductsDocument, variables: { category: 'Toys', first: 5 } });
    await asking(undefined).query({ query: ProductsDocument, variables, errorPolicy: 'ignore' });
    expect(asked.map((address) => address.slice(0, 10))).toEqual(['GET /graph', 'POST /grap']);
    stop();
  });

  it('are the only ones sent by GET', () => {
    expect([...queryHashes.keys()].sort()).toEqual([
      'Categories',
      'EditableProduct',
      'PreviewProducts',
      'Product',
      'ProductById',
      'Products',
      'RelatedProducts',
    ]);
  });
});
