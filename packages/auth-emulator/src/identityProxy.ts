import { Agent, createServer, request, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { affectedAccounts, claimsOf, objectOf, parseJson } from './accountCalls';
import type { AccountJournal } from './accountJournal';
import type { AccountSync } from './accountSync';
import { LookupCache, type UpstreamResponse } from './lookupCache';
import { isRevoked, sessionStart, sessionUid, stampSession } from './sessionTokens';

export interface ProxyParts {
  readonly journal: AccountJournal;
  readonly sync: AccountSync;
  /** Host and port of the running emulator with all accounts restored, or null. */
  readonly upstream: () => string | null;
  /** The origin of the shop's pages, if it is not a loopback address. */
  readonly pageOrigin: string | null;
  readonly onError: (error: unknown) => void;
}

const bodyLimit = 20 * 1024 * 1024;
const upstreamTimeoutMs = 15_000;
/** Shorter than the emulator's keep-alive of 5 s, so that it never closes a connection that is about to be reused. */
const idleMs = 3_000;
const loopbackHosts = new Set(['127.0.0.1', 'localhost', '[::1]']);
/** Prevents pages of other sites from framing the emulator's pages (clickjacking). */
const frameAncestors = "frame-ancestors 'self' http://127.0.0.1:* http://localhost:*";
const grantPath = '/securetoken.googleapis.com/v1/token';
const hopByHopHeaders = new Set([
  'connection',
  'keep-alive',
  'transfer-encoding',
  'content-length',
  'upgrade',
  'te',
  'trailer',
]);

/**
 * A reverse proxy for the emulator: it delays the response to a change until the accounts are on disk, and responds at
 * once with an error while the emulator is not running.
 */
export function createIdentityProxy(parts: ProxyParts): Server {
  const agent = new Agent({ keepAlive: true, maxSockets: 64, timeout: idleMs });
  const lookups = new LookupCache();
  const server = createServer((incoming, outgoing) => {
    answer(parts, { agent, lookups }, incoming, outgoing).catch((error: unknown) => {
      // An aborted request is not an error of the proxy.
      if (!incoming.destroyed || incoming.complete) parts.onError(error);
      refuseUnavailable(incoming, outgoing);
    });
  });
  server.requestTimeout = 30_000;
  server.on('close', () => agent.destroy());
  return server;
}

async function answer(
  parts: ProxyParts,
  { agent, lookups }: { agent: Agent; lookups: LookupCache },
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const path = (incoming.url ?? '/').split('?')[0] ?? '/';
  if (!isLocal(incoming.headers.host)) return refuse(incoming, outgoing, 403, 'FORBIDDEN : Loopback only.');
  if (isCrossSite(incoming, path, parts.pageOrigin))
    return refuse(incoming, outgoing, 403, 'FORBIDDEN : Not from another site.');
  if (!path.startsWith('/')) return refuse(incoming, outgoing, 400, 'INVALID_ARGUMENT : The target has to be a path.');
  if (path === '/readyz') return health(parts, outgoing);
  const body = await readBody(incoming);
  if (!body) return refuse(incoming, outgoing, 413, 'PAYLOAD_TOO_LARGE');
  const upstream = parts.upstream();
  if (upstream === null) return refuseUnavailable(incoming, outgoing);
  const requestBody = parseRequest(incoming, body);
  const refreshToken = path === grantPath ? refreshTokenOf(requestBody) : null;
  if (refreshToken !== null && isRevoked(refreshToken, parts.journal.get(sessionUid(refreshToken) ?? ''))) {
    return refuse(incoming, outgoing, 400, 'TOKEN_EXPIRED');
  }
  const { method = 'GET', url = '/', headers } = incoming;
  const upstreamResponse = await lookups.request({ upstream, method, path, url, headers, body }, () =>
    forward(agent, upstream, incoming, body),
  );
  const responseBody = isJson(upstreamResponse) ? parseJson(upstreamResponse.body.toString('utf8')) : null;
  const affected = affectedAccounts({
    method: incoming.method ?? 'GET',
    path,
    requestBody,
    status: upstreamResponse.status,
    responseBody,
  });
  if (affected === 'all' || affected.length > 0) await parts.sync.persist(affected);
  else if (incoming.method !== 'GET' && incoming.method !== 'OPTIONS') parts.sync.markDirty();
  const stamped = stampSession(responseBody, sessionStartOf(refreshToken, responseBody));
  const text = stamped === null ? null : JSON.stringify(stamped);
  send(outgoing, {
    ...upstreamResponse,
    body: withPublicLinks(text === null ? upstreamResponse.body : Buffer.from(text), upstream, incoming),
  });
}

/**
 * The client SDK keeps its session on exactly this code and signs the user out on any other failure. The admin SDK
 * retries a 503 for seconds, longer than its caller waits, so it gets 502.
 */
function refuseUnavailable(incoming: IncomingMessage, outgoing: ServerResponse): void {
  const status = incoming.headers.authorization === undefined ? 503 : 502;
  refuse(incoming, outgoing, status, 'NETWORK_REQUEST_FAILED : The identity emulator is not ready yet.');
}

/** A sign-in starts a session now; a refreshed token keeps the start of its session. */
function sessionStartOf(refreshToken: string | null, responseBody: unknown): number {
  const now = Math.floor(Date.now() / 1000);
  if (refreshToken === null) return now;
  const stampedStart = sessionStart(refreshToken);
  if (stampedStart !== null) return stampedStart;
  const issued = claimsOf(objectOf(responseBody)?.['id_token'])?.['auth_time'];
  return typeof issued === 'number' ? issued : now;
}

function health(parts: ProxyParts, outgoing: ServerResponse): void {
  const ready = parts.upstream() !== null;
  outgoing.writeHead(ready ? 200 : 503, { 'content-type': 'application/json' }).end(JSON.stringify({ ready }));
}

function forward(agent: Agent, upstream: string, incoming: IncomingMessage, body: Buffer): Promise<UpstreamResponse> {
  return new Promise((resolve, reject) => {
    const headers = Object.fromEntries(
      Object.entries(incoming.headers).filter(([name]) => !hopByHopHeaders.has(name) && name !== 'accept-encoding'),
    );
    const { method, url } = incoming;
    const [host, port] = upstream.split(':');
    const outgoing = request(
      {
        agent,
        host,
        port,
        method,
        path: url,
        timeout: upstreamTimeoutMs,
        headers: { ...headers, 'content-length': body.length },
      },
      (answer) => {
        readAll(answer).then(
          (content) => resolve({ status: answer.statusCode ?? 502, headers: answer.headers, body: content }),
          reject,
        );
      },
    );
    outgoing.on('timeout', () => outgoing.destroy(new Error('The identity emulator did not answer in time.')));
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

function send(outgoing: ServerResponse, { status, headers, body }: UpstreamResponse): void {
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined && !hopByHopHeaders.has(name) && name !== 'etag') outgoing.setHeader(name, value);
  }
  outgoing.setHeader('content-security-policy', frameAncestors);
  outgoing.writeHead(status);
  outgoing.end(body);
}

function refuse(incoming: IncomingMessage, outgoing: ServerResponse, status: number, message: string): void {
  if (outgoing.headersSent) {
    outgoing.destroy();
    return;
  }
  const { origin } = incoming.headers;
  outgoing.writeHead(incoming.method === 'OPTIONS' && status > 500 ? 204 : status, {
    'content-type': 'application/json',
    ...(origin !== undefined && status !== 403 && corsHeaders(incoming, origin)),
  });
  outgoing.end(JSON.stringify({ error: { code: status, message, errors: [{ message, reason: 'kiosk' }] } }));
}

/** Without CORS headers a browser cannot read the error. */
function corsHeaders(incoming: IncomingMessage, origin: string): Record<string, string> {
  return {
    'access-control-allow-origin': origin,
    'access-control-allow-methods': 'GET,HEAD,PUT,PATCH,POST,DELETE',
    'access-control-allow-headers': String(incoming.headers['access-control-request-headers'] ?? '*'),
    vary: 'Origin',
  };
}

function isLocal(host: string | undefined): boolean {
  return host !== undefined && loopbackHosts.has(host.replace(/:\d+$/, ''));
}

/** The emulator's pages for users, which are opened by links. */
const pagePaths = new Set(['/emulator/action', '/emulator/auth/handler', '/emulator/auth/iframe']);

/**
 * The emulator does not authenticate its callers: refuse requests from pages of other sites, and the owner key from all
 * pages except the emulator's own.
 */
function isCrossSite({ headers, method }: IncomingMessage, path: string, pageOrigin: string | null): boolean {
  const { origin, host } = headers;
  if (origin === undefined) {
    // Scripts, images and form posts of older browsers send no Origin; current ones send Sec-Fetch-Site.
    if (headers['sec-fetch-site'] !== 'cross-site') return false;
    return !(method === 'GET' && headers['sec-fetch-mode'] === 'navigate' && pagePaths.has(path));
  }
  if (headers.authorization !== undefined && origin !== `http://${host}`) return true;
  return origin !== pageOrigin && !isLoopbackPage(origin);
}

function isLoopbackPage(origin: string): boolean {
  const { protocol, hostname } = URL.canParse(origin) ? new URL(origin) : { protocol: '', hostname: '' };
  return (protocol === 'http:' || protocol === 'https:') && loopbackHosts.has(hostname);
}

function parseRequest(incoming: IncomingMessage, body: Buffer): unknown {
  const text = body.toString('utf8');
  const isForm = (incoming.headers['content-type'] ?? '').includes('x-www-form-urlencoded');
  return isForm ? Object.fromEntries(new URLSearchParams(text)) : parseJson(text);
}

function refreshTokenOf(body: unknown): string | null {
  const fields = objectOf(body);
  const token = fields?.['refresh_token'] ?? fields?.['refreshToken'];
  return typeof token === 'string' ? token : null;
}

function isJson({ headers }: UpstreamResponse): boolean {
  return (headers['content-type'] ?? '').includes('json');
}

/** Replaces the emulator's private address in the links of its e-mails. */
function withPublicLinks(body: Buffer, upstream: string, incoming: IncomingMessage): Buffer {
  const host = incoming.headers.host;
  if (host === undefined || !body.includes(upstream)) return body;
  return Buffer.from(body.toString('utf8').replaceAll(upstream, host));
}

/** Null when the body exceeds the limit. */
async function readBody(incoming: IncomingMessage): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > bodyLimit) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

async function readAll(stream: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks);
}
