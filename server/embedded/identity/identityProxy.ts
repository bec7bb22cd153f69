import { Agent, createServer, request, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { claimsOf, objectOf, parseJson, touchedAccounts } from './accountCalls';
import type { AccountJournal } from './accountJournal';
import type { AccountSync } from './accountSync';
import { KeptLookups, type Answer } from './keptLookups';
import { isRevoked, sessionStart, sessionUid, stampSession } from './sessionTokens';

export interface ProxyParts {
  readonly journal: AccountJournal;
  readonly sync: AccountSync;
  /** The port of the running emulator with all accounts restored, or null. */
  readonly upstreamPort: () => number | null;
  readonly onError: (error: unknown) => void;
}

const BODY_LIMIT = 20 * 1024 * 1024;
const UPSTREAM_TIMEOUT_MS = 15_000;
/** Shorter than the emulator's own 5 s, so that it never closes a connection just as it is used again. */
const IDLE_MS = 3_000;
const LOOPBACK = new Set(['127.0.0.1', 'localhost', '[::1]']);
const GRANT_PATH = '/securetoken.googleapis.com/v1/token';
const HOP_BY_HOP = new Set([
  'connection',
  'keep-alive',
  'transfer-encoding',
  'content-length',
  'upgrade',
  'te',
  'trailer',
]);

/**
 * Stands in front of the emulator: an answer that changes accounts is held back until they are on disk, and while the
 * emulator is not there every call is answered at once.
 */
export function createIdentityProxy(parts: ProxyParts): Server {
  const agent = new Agent({ keepAlive: true, maxSockets: 64, timeout: IDLE_MS });
  const lookups = new KeptLookups();
  const server = createServer((incoming, outgoing) => {
    answer(parts, { agent, lookups }, incoming, outgoing).catch((error: unknown) => {
      // A caller that went away is no failure of ours.
      if (!incoming.destroyed || incoming.complete) parts.onError(error);
      refuseForNow(incoming, outgoing);
    });
  });
  server.requestTimeout = 30_000;
  server.on('close', () => agent.destroy());
  return server;
}

async function answer(
  parts: ProxyParts,
  { agent, lookups }: { agent: Agent; lookups: KeptLookups },
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const path = (incoming.url ?? '/').split('?')[0] ?? '/';
  if (!isLocal(incoming.headers.host)) return refuse(incoming, outgoing, 403, 'FORBIDDEN : Loopback only.');
  if (path === '/readyz') return health(parts, outgoing);
  if (isForeignOwner(incoming)) return refuse(incoming, outgoing, 403, 'FORBIDDEN : Not from another site.');
  const body = await readBody(incoming);
  if (!body) return refuse(incoming, outgoing, 413, 'PAYLOAD_TOO_LARGE');
  const port = parts.upstreamPort();
  if (port === null) return refuseForNow(incoming, outgoing);
  const requestBody = parseRequest(incoming, body);
  const refreshToken = path === GRANT_PATH ? refreshTokenOf(requestBody) : null;
  if (refreshToken !== null && isRevoked(refreshToken, parts.journal.get(sessionUid(refreshToken) ?? ''))) {
    return refuse(incoming, outgoing, 400, 'TOKEN_EXPIRED');
  }
  const { method = 'GET', url = '/', headers } = incoming;
  const upstream = await lookups.ask({ port, method, path, url, headers, body }, () =>
    forward(agent, port, incoming, body),
  );
  const responseBody = isJson(upstream) ? parseJson(upstream.body.toString('utf8')) : null;
  const touched = touchedAccounts({
    method: incoming.method ?? 'GET',
    path,
    requestBody,
    status: upstream.status,
    responseBody,
  });
  if (touched === 'all' || touched.length > 0) await parts.sync.settle(touched);
  else if (incoming.method !== 'GET' && incoming.method !== 'OPTIONS') parts.sync.suspect();
  const stamped = stampSession(responseBody, startOfSession(refreshToken, responseBody));
  const text = stamped === null ? null : JSON.stringify(stamped);
  send(outgoing, {
    ...upstream,
    body: withPublicLinks(text === null ? upstream.body : Buffer.from(text), port, incoming),
  });
}

/**
 * The client SDK keeps its session on exactly this code, and signs the user out on any other failure. The admin SDK
 * would go on asking for seconds after a 503, when its caller has long been answered.
 */
function refuseForNow(incoming: IncomingMessage, outgoing: ServerResponse): void {
  const status = incoming.headers.authorization === undefined ? 503 : 502;
  refuse(incoming, outgoing, status, 'NETWORK_REQUEST_FAILED : The identity emulator is not ready yet.');
}

/** A new sign-in begins now; a refreshed token keeps the beginning of its session. */
function startOfSession(refreshToken: string | null, responseBody: unknown): number {
  const now = Math.floor(Date.now() / 1000);
  if (refreshToken === null) return now;
  const known = sessionStart(refreshToken);
  if (known !== null) return known;
  const issued = claimsOf(objectOf(responseBody)?.['id_token'])?.['auth_time'];
  return typeof issued === 'number' ? issued : now;
}

function health(parts: ProxyParts, outgoing: ServerResponse): void {
  const ready = parts.upstreamPort() !== null;
  outgoing.writeHead(ready ? 200 : 503, { 'content-type': 'application/json' }).end(JSON.stringify({ ready }));
}

function forward(agent: Agent, port: number, incoming: IncomingMessage, body: Buffer): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const headers = Object.fromEntries(
      Object.entries(incoming.headers).filter(([name]) => !HOP_BY_HOP.has(name) && name !== 'accept-encoding'),
    );
    const { method, url } = incoming;
    const outgoing = request(
      {
        agent,
        host: '127.0.0.1',
        port,
        method,
        path: url,
        timeout: UPSTREAM_TIMEOUT_MS,
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

function send(outgoing: ServerResponse, { status, headers, body }: Answer): void {
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined && !HOP_BY_HOP.has(name) && name !== 'etag') outgoing.setHeader(name, value);
  }
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

/** Without them a browser would see an opaque failure where it could see the reason. */
function corsHeaders(incoming: IncomingMessage, origin: string): Record<string, string> {
  return {
    'access-control-allow-origin': origin,
    'access-control-allow-methods': 'GET,HEAD,PUT,PATCH,POST,DELETE',
    'access-control-allow-headers': String(incoming.headers['access-control-request-headers'] ?? '*'),
    vary: 'Origin',
  };
}

function isLocal(host: string | undefined): boolean {
  return host !== undefined && LOOPBACK.has(host.replace(/:\d+$/, ''));
}

/** The emulator takes 'Bearer owner' from anybody: a page of another site must not be able to use that. */
function isForeignOwner({ headers, url }: IncomingMessage): boolean {
  if (headers.origin === undefined) return false;
  const privileged = headers.authorization !== undefined || (url ?? '').startsWith('/emulator/v1/');
  return privileged && !LOOPBACK.has(hostnameOf(headers.origin));
}

function hostnameOf(origin: string): string {
  try {
    return new URL(origin).hostname;
  } catch {
    return '';
  }
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

function isJson({ headers }: Answer): boolean {
  return (headers['content-type'] ?? '').includes('json');
}

/** The emulator writes its private port into the links of its mails. */
function withPublicLinks(body: Buffer, port: number, incoming: IncomingMessage): Buffer {
  const host = incoming.headers.host;
  const privateHost = `127.0.0.1:${port}`;
  if (host === undefined || !body.includes(privateHost)) return body;
  return Buffer.from(body.toString('utf8').replaceAll(privateHost, host));
}

/** Null when it is too long. */
async function readBody(incoming: IncomingMessage): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > BODY_LIMIT) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

async function readAll(stream: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks);
}
