import { hash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { encode } from './encoding';
import type { Metrics } from '../telemetry/metrics';
import type { RequestState } from './requestState';

/** A complete API response without the headers common to all and those that vary by request. */
export interface Reply {
  readonly status: number;
  /** Alternating names and values. */
  readonly headers: readonly string[];
  readonly body: Buffer;
  /** Of public responses to GET: allows conditional requests. */
  readonly etag: string | null;
  readonly route: string;
  /** The root fields, for logs and metrics. */
  readonly operations: readonly string[];
  /** Identical for all callers without a token. */
  readonly isPublic: boolean;
  readonly bytes: number;
}

/** Shared caches may store it for a second, the shop's own staleness; browsers revalidate. */
const sharedCacheControl = 'public, max-age=0, must-revalidate, s-maxage=1';
/** Request headers that responses depend on. */
const vary = 'Origin, Authorization, Accept, Accept-Encoding';
/** Overhead of a reply's strings and cache entry, estimated generously. */
const overheadBytes = 2_048;

interface ReplyParts {
  readonly text: string;
  readonly type: string;
  readonly route: string;
  readonly operations?: readonly string[];
}

export type RequestHead = Pick<IncomingMessage, 'method' | 'headers'>;

/** Credentials and idempotency keys make a response private. */
export const isAnonymous = ({ headers }: RequestHead) =>
  headers.authorization === undefined && headers['idempotency-key'] === undefined;

/** A REST request is identified by its URL. */
export const restRequestKey = (address: string, { headers }: RequestHead) =>
  `${headers['accept-encoding'] ?? ''}\n${address}`;

/** A publicly cacheable response, encoded for this request. `others`: alternating names and values. */
export async function publicReply(
  { method, headers: { 'accept-encoding': acceptEncoding } }: RequestHead,
  { text, type, route, operations = [] }: ReplyParts,
  others: readonly string[] = [],
): Promise<Reply> {
  const { body, encoding } = await encode(text, acceptEncoding);
  const etag = method === 'POST' ? null : `"${hash('sha256', body, 'base64url').slice(0, 27)}"`;
  const headers = [...common(body, type), 'Cache-Control', sharedCacheControl, ...others];
  if (encoding !== 'identity') headers.push('Content-Encoding', encoding);
  if (etag !== null) headers.push('ETag', etag);
  const bytes = body.length + overheadBytes;
  return { status: 200, headers, body, etag, route, operations, isPublic: true, bytes };
}

/** A response for this caller only. */
export function privateReply(
  status: number,
  { text, type, route, operations = [] }: ReplyParts,
  others: readonly string[] = [],
): Reply {
  const body = Buffer.from(text);
  const headers = [...common(body, type), 'Cache-Control', 'no-store', ...others];
  return { status, headers, body, etag: null, route, operations, isPublic: false, bytes: body.length };
}

const common = (body: Buffer, type: string) => [
  ...['Vary', vary, 'Content-Type', type],
  ...['Content-Length', String(body.length)],
];

/** Records the metrics that Apollo would have recorded. */
export function countReply(metrics: Metrics, state: RequestState, reply: Reply): Reply {
  state.operation = reply.operations.join(',');
  for (const operation of reply.operations) metrics.countOperation(operation, 'ok');
  return reply;
}

interface Recipient {
  readonly request: RequestHead;
  readonly response: ServerResponse;
  readonly requestId: string;
}

/** The only place that sends replies. `others`: headers not set yet. Returns the status sent. */
export function sendReply(
  { request, response, requestId }: Recipient,
  { status, headers, body, etag }: Reply,
  others: readonly string[] = [],
): number {
  const head = [...others, ...headers, 'X-Request-Id', requestId];
  const ifNoneMatch = request.headers['if-none-match'];
  if (etag !== null && ifNoneMatch !== undefined && isKnown(etag, ifNoneMatch)) {
    response.writeHead(304, withoutBody(head)).end();
    return 304;
  }
  response.writeHead(status, head).end(request.method === 'HEAD' ? undefined : body);
  return status;
}

const ofBody: ReadonlySet<string> = new Set(['Content-Type', 'Content-Length', 'Content-Encoding']);
const withoutBody = (head: readonly string[]) => head.filter((_, at) => !ofBody.has(head[at - (at % 2)] ?? ''));

/** RFC 9110, 13.1.2: weak comparison, without 'W/'. */
function isKnown(etag: string, ifNoneMatch: string): boolean {
  return (
    ifNoneMatch.trim() === '*' || ifNoneMatch.split(',').some((known) => known.trim().replace(/^W\//, '') === etag)
  );
}
