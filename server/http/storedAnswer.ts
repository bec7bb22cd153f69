import { hash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { headersOf } from './headersOf';

/** A whole answer as it goes out, but for what differs from request to request. */
export interface StoredAnswer {
  readonly route: string;
  /** The root fields, for logs and metrics. */
  readonly operations: readonly string[];
  /** null: it cannot be asked for on a condition. */
  readonly etag: string | null;
  readonly headers: readonly string[];
  /** Those that stay when only is said that nothing has changed. */
  readonly unchangedHeaders: readonly string[];
  readonly body: Buffer;
  readonly bytes: number;
}

export type Encoding = 'br' | 'gzip' | 'identity';

/** Shared caches keep it a second, as long as the shop itself may be behind; browsers ask again each time. */
const sharedCacheControl = 'public, max-age=0, must-revalidate, s-maxage=1';

/** Shorter texts do not become worth the work. */
const leastCompressed = 1_024;
const brotliLevel = 5;
const [toBrotli, toGzip] = [promisify(brotliCompress), promisify(gzip)];
const compress = {
  br: (text: Buffer) =>
    toBrotli(text, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: brotliLevel,
        [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
      },
    }),
  gzip: (text: Buffer) => toGzip(text),
};

/** What all answers to requests with the same headers have in common. */
export interface AnswerHead {
  readonly headers: readonly string[];
  readonly type: readonly string[];
  readonly encoding: Encoding;
  /** Whether a request like it may say what its sender has already; a POST may not. */
  readonly isConditional: boolean;
}

/** `response` carries the headers that everybody gets. */
export function headOf(response: ServerResponse, method: string, encoding: Encoding): AnswerHead {
  response.setHeader('Cache-Control', sharedCacheControl);
  const headers = headersOf(response);
  return {
    headers: headers.filter(([name]) => !ofBodyOrRequest.has(name.toLowerCase())).flat(),
    type: headers.filter(([name]) => name.toLowerCase() === 'content-type').flat(),
    encoding,
    isConditional: method !== 'POST',
  };
}

export async function storeAnswer(
  { headers: common, type, encoding, isConditional }: AnswerHead,
  text: string,
  { route, operations }: { route: string; operations: readonly string[] },
): Promise<StoredAnswer> {
  const plain = Buffer.from(text);
  const coding = plain.length < leastCompressed ? 'identity' : encoding;
  const body = coding === 'identity' ? plain : await compress[coding](plain);
  const etag = isConditional ? `"${hash('sha256', body, 'base64url').slice(0, 27)}"` : null;
  const unchangedHeaders = etag === null ? common : [...common, 'ETag', etag];
  const headers = [...unchangedHeaders, ...type, 'Content-Length', String(body.length)];
  if (coding !== 'identity') headers.push('Content-Encoding', coding);
  return { route, operations, etag, headers, unchangedHeaders, body, bytes: body.length };
}

const ofBodyOrRequest = new Set(['content-type', 'content-length', 'x-request-id']);

/** RFC 9110, 13.1.2; 'W/' does not count in this comparison. */
function isKnown(etag: string, ifNoneMatch: string): boolean {
  return (
    ifNoneMatch.trim() === '*' || ifNoneMatch.split(',').some((known) => known.trim().replace(/^W\//, '') === etag)
  );
}

interface Asked {
  readonly method: string;
  readonly requestId: string;
  readonly ifNoneMatch: string | undefined;
}

/** Answers the status that was sent. */
export function sendStored(
  response: ServerResponse,
  answer: StoredAnswer,
  { method, requestId, ifNoneMatch }: Asked,
): number {
  const isUnchanged = answer.etag !== null && ifNoneMatch !== undefined && isKnown(answer.etag, ifNoneMatch);
  const status = isUnchanged ? 304 : 200;
  const headers = isUnchanged ? answer.unchangedHeaders : answer.headers;
  response.writeHead(status, [...headers, 'X-Request-Id', requestId]);
  response.end(isUnchanged || method === 'HEAD' ? undefined : answer.body);
  return status;
}
