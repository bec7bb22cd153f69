import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { clientAt, type Asked } from './secondClient';

export interface Target {
  readonly port: number;
  readonly localAddress: string;
  /** The maximum duration of an attack. */
  readonly seconds: number;
  /** Of somebody who has sold much. */
  readonly sellerToken: string;
}

/** Counts by response status; 'cut': the server closed the connection. */
export type Outcome = Readonly<Record<string, number>>;

export interface Attack {
  readonly name: string;
  readonly run: (target: Target) => Promise<Outcome>;
}

interface Flood {
  readonly requests: number;
  readonly atOnce: number;
  readonly next: (number: number, target: Target) => Asked;
}

function flood(name: string, { requests, atOnce, next }: Flood): Attack {
  const run = async (target: Target) => {
    const { port, localAddress, seconds } = target;
    const outcome: Record<string, number> = {};
    const client = clientAt(localAddress, port);
    const until = performance.now() + seconds * 1_000;
    let sent = 0;
    const work = async () => {
      while (sent < requests && performance.now() < until) {
        const { status } = await client.ask(next((sent += 1), target));
        const told = status === 0 ? 'cut' : String(status);
        outcome[told] = (outcome[told] ?? 0) + 1;
      }
    };
    await Promise.all(Array.from({ length: atOnce }, work));
    client.close();
    return outcome;
  };
  return { name, run };
}

const slowReaders = 150;
/** The server's stall limit, and time to see its effect. */
const holdSeconds = 45;

/**
 * The connections of an address that the kernel has open for a server: a client that reads nothing does not see them
 * close.
 */
function connectionsOf(port: number, address: string): number {
  const [own, theirs] = [
    `:${hex(port, 4)}`,
    `${address
      .split('.')
      .reverse()
      .map((part) => hex(Number(part), 2))
      .join('')}:`,
  ];
  const isOpen = (line: string) => {
    const [, local = '', remote = '', state] = line.trim().split(/\s+/);
    return local.endsWith(own) && remote.startsWith(theirs) && state === established;
  };
  return readFileSync('/proc/net/tcp', 'utf8').split('\n').filter(isOpen).length;
}

const established = '01';
const hex = (number: number, digits: number) => number.toString(16).toUpperCase().padStart(digits, '0');

/** Connections that request everything and read nothing, until they are closed or the time is over. */
async function holdAnswers({ port, localAddress }: Target): Promise<Outcome> {
  const sockets: Socket[] = [];
  for (let number = 0; number < slowReaders; number += 1) {
    const socket = connect({ port, host: '127.0.0.1', localAddress }).pause();
    sockets.push(socket.on('error', () => undefined));
    await once(socket, 'connect');
    socket.write('GET /api/product HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\n\r\n'.replace('PORT', String(port)));
  }
  await delay(holdSeconds * 1_000);
  const held = connectionsOf(port, localAddress);
  for (const socket of sockets) socket.destroy();
  return { cut: slowReaders - held, held };
}

const padded = (start: string, length: number) => start.padEnd(length, 'x');
const counted = (alias: string, maxPrice: number) =>
  `${alias}: products(first: 12, sort: PRICE_ASC, filter: { search: "the", category: "Fashion", inStockOnly: true, maxPrice: ${maxPrice} }) { nodes { name } totalCount hiddenAbovePrice }`;
const message = 'name: "A stranger", email: "stranger@example.com", message: "A question about a lamp"';

/** Attacks of clients that were found to affect the shop; all but one are anonymous. */
export const attacks: readonly Attack[] = [
  flood('documents with variables of 95 kB that nobody declared', {
    ...{ requests: 3_000, atOnce: 8 },
    next: (number) => ({
      path: '/graphql',
      body: { query: `query Q${number}{categories{name}}`, variables: { [padded(`v${number}`, 95_000)]: 1 } },
    }),
  }),
  flood('the whole list of products', { requests: 30, atOnce: 30, next: () => ({ path: '/api/product' }) }),
  flood('searches with two counts under two aliases', {
    ...{ requests: 500, atOnce: 12 },
    next: (number) => ({
      path: '/graphql',
      body: {
        query: `{ ${counted('a', number)} ${counted('b', 1_000 + number)} }`,
      },
    }),
  }),
  flood('what a seller of many pieces has sold', {
    ...{ requests: 1_500, atOnce: 12 },
    next: (_number, { sellerToken }) => ({
      path: '/graphql',
      headers: { authorization: `Bearer ${sellerToken}` },
      body: { query: '{ stockLevels(first: 100) { nodes { sold } } }' },
    }),
  }),
  flood('parts of the sitemap', {
    ...{ requests: 200, atOnce: 8 },
    next: (number) => ({ path: `/sitemap-products-${1 + (number % 8)}.xml` }),
  }),
  flood('contact documents of 90 kB under fresh keys', {
    ...{ requests: 400, atOnce: 8 },
    next: () => ({
      path: '/graphql',
      headers: { 'idempotency-key': randomUUID() },
      body: { query: `mutation{sendContactMessage(input:{${message}}){${padded('A', 90_000)}}}` },
    }),
  }),
  flood('the home page under other addresses', {
    ...{ requests: 5_000, atOnce: 16 },
    next: (number) => ({ path: `/?x=${number}` }),
  }),
  { name: `${slowReaders} connections that read nothing`, run: holdAnswers },
];
