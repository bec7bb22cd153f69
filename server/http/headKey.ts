import type { IncomingMessage } from 'node:http';

/** With them an answer is somebody's own, or the request is not a plain one. */
const excluding = new Set([
  'authorization',
  'proxy-authorization',
  'idempotency-key',
  'content-encoding',
  'transfer-encoding',
  'expect',
  'range',
  'upgrade',
]);
/** Nothing in the shop looks at them, or what it makes of them is not in the answer's body or headers. */
const ignored = new Set([
  'accept-language',
  'cache-control',
  'connection',
  'content-length',
  'cookie',
  'dnt',
  'if-none-match',
  'keep-alive',
  'pragma',
  'priority',
  'referer',
  'traceparent',
  'tracestate',
  'user-agent',
  'x-forwarded-for',
  'x-request-id',
]);

/** Longer ones are no questions that many ask. */
const longestBody = 16_384;

/** Without the parameters and the body. null: not to be answered from here. */
export function headKeyOf(request: IncomingMessage): string | null {
  const { method, url = '', httpVersion, rawHeaders } = request;
  if (method === 'POST') {
    const length = Number(request.headers['content-length']);
    if (url !== '/graphql' || !(length > 0 && length <= longestBody)) return null;
  } else if (method === 'HEAD') {
    // GraphQL refuses it.
    if (!url.startsWith('/api/product?')) return null;
  } else if (method !== 'GET' || !/^\/(?:graphql|api\/product)\?/.test(url)) return null;
  // HEAD has the headers of GET.
  let key = `${method === 'POST' ? 'POST' : 'GET'} ${url.startsWith('/graphql') ? 'graphql' : 'rest'} ${httpVersion}\n`;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = (rawHeaders[at] ?? '').toLowerCase();
    if (excluding.has(name)) return null;
    if (!ignored.has(name) && !name.startsWith('sec-')) key += `${name}:${rawHeaders[at + 1]}\n`;
  }
  return `${key}\n`;
}
