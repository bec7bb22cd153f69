import { Agent, request as send } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';

export interface Asked {
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** With a body it is a POST. */
  readonly body?: object;
}

export interface Answered {
  /** 0: the connection closed before a status. */
  readonly status: number;
  readonly text: string;
  readonly milliseconds: number;
}

export interface Client {
  readonly ask: (asked: Asked) => Promise<Answered>;
  readonly close: () => void;
}

/** The server distinguishes clients by address: all of 127.0.0.0/8 belong to this machine. */
export function clientAt(localAddress: string, port: number): Client {
  const agent = new Agent({ keepAlive: true, localAddress });
  const ask = ({ path, headers = {}, body }: Asked) =>
    new Promise<Answered>((resolve) => {
      const startedAt = performance.now();
      const end = (status: number, text: string) =>
        resolve({ status, text, milliseconds: performance.now() - startedAt });
      const content = body === undefined ? undefined : JSON.stringify(body);
      const typed = { ...headers, ...(content !== undefined && { 'content-type': 'application/json' }) };
      const options = {
        host: '127.0.0.1',
        port,
        path,
        agent,
        headers: typed,
        method: content === undefined ? 'GET' : 'POST',
      };
      const call = send(options, (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (part: string) => (text += part));
        response.on('close', () => end(response.complete ? (response.statusCode ?? 0) : 0, text));
      });
      call.on('error', () => end(0, '')).end(content);
    });
  return { ask, close: () => agent.destroy() };
}

const pauseMs = 50;
const page =
  'query P($filter: ProductFilter, $sort: ProductSort!) { products(first: 24, filter: $filter, sort: $sort) { nodes { name slug photos price } totalCount } }';
const categories = ['Electronics', 'Fashion', 'Home & Garden', 'Sports & Fitness'];

/** Distinct requests of a browsing visitor. */
export function shopperRequests(slugs: readonly string[]): (number: number) => Asked {
  const slugAt = (number: number) => slugs[(number * 7) % slugs.length] ?? '';
  const kinds: ((number: number) => Asked)[] = [
    () => ({ path: '/' }),
    (number) => ({ path: `/products?category=${encodeURIComponent(categories[number % categories.length] ?? '')}` }),
    (number) => ({ path: `/products/${slugAt(number)}` }),
    (number) => {
      const filter = { category: categories[number % categories.length], maxPrice: 50 + (number % 400) };
      return { path: '/graphql', body: { query: page, variables: { filter, sort: 'PRICE_ASC' } } };
    },
    (number) => ({
      path: '/graphql',
      body: { query: `{ product(slug: ${JSON.stringify(slugAt(number + 1))}) { name price description } }` },
    }),
  ];
  return (number) => kinds[number % kinds.length]?.(number) ?? { path: '/' };
}

export interface Looked {
  /** Milliseconds of successful requests, ascending. */
  readonly latencies: readonly number[];
  readonly failed: number;
}

/** Sends one request after the other until the signal. */
export async function lookAround(client: Client, next: (number: number) => Asked, until: AbortSignal): Promise<Looked> {
  const latencies: number[] = [];
  let failed = 0;
  for (let number = 0; !until.aborted; number += 1) {
    const { status, milliseconds } = await client.ask(next(number));
    if (status === 200) latencies.push(milliseconds);
    else failed += 1;
    await delay(pauseMs, undefined, { signal: until }).catch(() => undefined);
  }
  return { latencies: latencies.sort((a, b) => a - b), failed };
}
