import { Agent, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { Wire } from './inputFields';

export interface WireAnswer {
  readonly status: number;
  readonly text: string;
  readonly contentType: string;
  readonly milliseconds: number;
  /** The Retry-After seconds; null without the header. */
  readonly retryAfter: number | null;
}

export interface WireClient {
  readonly send: (wire: Wire, token: string | undefined) => Promise<WireAnswer>;
  readonly close: () => void;
}

const attempts = 5;

/** Sends requests unchanged over keep-alive connections; fetch would normalize paths and headers. */
export function createWireClient(port: number, connections: number): WireClient {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const sendOnce = ({ method, path, headers, body }: Wire, token: string | undefined) =>
    new Promise<WireAnswer>((resolve, reject) => {
      const started = performance.now();
      const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` };
      const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
      const options = { host: '127.0.0.1', port, agent, method, path, timeout: 20_000 };
      const outgoing = request({ ...options, headers: { ...authorization, ...length, ...headers } }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            text: Buffer.concat(chunks).toString('utf8'),
            contentType: response.headers['content-type'] ?? '',
            milliseconds: performance.now() - started,
            retryAfter: Number(response.headers['retry-after']) || null,
          }),
        );
      });
      outgoing.on('timeout', () => outgoing.destroy(new Error('No answer within 20 s')));
      outgoing.on('error', reject);
      outgoing.end(body);
    });
  // On a busy machine the database or the identity provider may time out, and 503 is right: only a 503 that persists
  // after retries is a fault of the input.
  const send = async (wire: Wire, token: string | undefined) => {
    let answer = await sendOnce(wire, token);
    for (let attempt = 1; attempt < attempts && isToComeBack(answer); attempt += 1) {
      await delay((answer.retryAfter ?? 1) * 1_000);
      answer = await sendOnce(wire, token);
    }
    return answer;
  };
  return { send, close: () => agent.destroy() };
}

/** A 503 of the whole response, or of a GraphQL field that timed out alone. */
const isToComeBack = ({ status, retryAfter, text }: WireAnswer): boolean =>
  (status === 503 && retryAfter !== null) || (status === 200 && text.includes('"code":"SERVICE_UNAVAILABLE"'));

/** Runs the items with limited concurrency and keeps their order. */
export async function inParallel<T, R>(items: readonly T[], width: number, run: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  let next = 0;
  const worker = async () => {
    for (let index = next++; index < items.length; index = next++) results[index] = await run(items[index] as T);
  };
  await Promise.all(Array.from({ length: width }, worker));
  return results;
}
