import { hash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { encode } from './encoding';
import type { Metrics } from '../telemetry/metrics';
import type { RequestState } from './requestState';

/** A whole answer of the API, but for what every answer has and what differs from request to request. */
export interface Reply {
  readonly status: number;
  /** Names and values by turns. */
  readonly headers: readonly string[];
  readonly body: Buffer;
  /** Of a public answer to GET: it may be asked for on a condition. */
  readonly etag: string | null;
  readonly route: string;
  /** The root fields, for logs and metrics. */
  readonly operations: readonly string[];
  /** The same for everybody who asks without a token. */
  readonly isPublic: boolean;
  readonly bytes: number;
}

/** Shared caches keep it a second, as long as the shop itself may be behind; browsers ask again each time. */
const sharedCacheControl = 'public, max-age=0, must-revalidate, s-maxage=1';
/** What the answers of the API depend on. */
const vary = 'Origin, Authorization, Accept, Accept-Encoding';
/** A reply's strings and its place in a cache, counted on the safe side. */
const overheadBytes = 2_048;

interface ReplyParts {
  readonly text: string;
  readonly type: string;
  readonly route: string;
  readonly operations?: readonly string[];
}

export type RequestHead = Pick<IncomingMessage, 'method' | 'headers'>;

/** Whoever says who they are gets an answer of their own, and so does a call that is to be made once. */
export const isAnonymous = ({ headers }: RequestHead) =>
  headers.authorization === undefined && headers['idempotency-key'] === undefined;

/** What is asked by REST: its address names operation and variables. */
export const restQuestion = (address: string, { headers }: RequestHead) =>
  `${headers['accept-encoding'] ?? ''}\n${address}`;

/** What anybody may be given, as this request would have it. `others`: names and values by turns. */
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

/** What is for the caller alone. */
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

/** Of a reply that was not made by Apollo for this request: what it makes it counts. */
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

/** The one place where replies go out. `others`: headers that are not set yet. Answers the status that was sent. */
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

/** RFC 9110, 13.1.2; 'W/' does not count in this comparison. */
function isKnown(etag: string, ifNoneMatch: string): boolean {
  return (
    ifNoneMatch.trim() === '*' || ifNoneMatch.split(',').some((known) => known.trim().replace(/^W\//, '') === etag)
  );
}
