import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { postGraphQL } from './apiLink';

interface Seen {
  authorization: string | undefined;
  key: string | undefined;
}

/** A server that knows one good token; the browser's relative addresses are led to it. */
async function startServer(
  answer: (headers: IncomingHttpHeaders) => { status: number; body: string; retryAfter?: string },
) {
  const seen: Seen[] = [];
  const server: Server = createServer((request, response) => {
    seen.push({
      authorization: request.headers.authorization,
      key: request.headers['idempotency-key'] as string | undefined,
    });
    const { status, body, retryAfter } = answer(request.headers);
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
  return { seen, stop };
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

describe('postGraphQL', () => {
  it('refreshes once and replays once on a 401, under the same idempotency key', async () => {
    const { seen, stop } = await startServer(needsGood);
    const session = source('stale', 'good');
    expect(await postGraphQL(session, '{}', { 'idempotency-key': 'k1' })).toEqual({ data: { ok: true } });
    expect(seen).toEqual([
      { authorization: 'Bearer stale', key: 'k1' },
      { authorization: 'Bearer good', key: 'k1' },
    ]);
    expect(session.refreshes).toHaveLength(1);
    stop();
  });

  it('gives up after the one replay', async () => {
    const { seen, stop } = await startServer(needsGood);
    expect(await postGraphQL(source('stale', 'still stale'), '{}')).toEqual({ errors: [{ message: 'Sign in' }] });
    expect(seen).toHaveLength(2);
    stop();
  });

  it('sends no token and does not replay for an anonymous visitor', async () => {
    const { seen, stop } = await startServer(needsGood);
    await postGraphQL(source(undefined, 'good'), '{}');
    expect(seen).toEqual([{ authorization: undefined, key: undefined }]);
    stop();
  });

  it('names the status of an answer that is not JSON', async () => {
    const { stop } = await startServer(() => ({ status: 502, body: '<html>' }));
    await expect(postGraphQL(source(undefined, ''), '{}')).rejects.toThrow('The shop answered 502 without JSON');
    stop();
  });

  it('reads the sentence of an answer that is not GraphQL', async () => {
    const { stop } = await startServer(() => ({ status: 503, body: '{"error":"The shop is closed."}' }));
    expect(await postGraphQL(source(undefined, ''), '{}')).toEqual({ errors: [{ message: 'The shop is closed.' }] });
    stop();
  });

  it('tells the code and the Retry-After of a limit, so that whoever called can wait', async () => {
    const body = '{"error":"Too many requests.","code":"RATE_LIMITED"}';
    const { stop } = await startServer(() => ({ status: 429, body, retryAfter: '7' }));
    expect(await postGraphQL(source(undefined, ''), '{}')).toEqual({
      errors: [{ message: 'Too many requests.', extensions: { code: 'RATE_LIMITED' } }],
      extensions: { retryAfter: '7' },
    });
    stop();
  });

  it('takes an answer without data for a failure', async () => {
    const { stop } = await startServer(() => ({ status: 200, body: '{}' }));
    await expect(postGraphQL(source(undefined, ''), '{}')).rejects.toThrow('The shop answered 200 without data');
    stop();
  });
});
