import type { AddressInfo } from 'node:net';
import express from 'express';
import { ready, type FaultyDependencies } from './health';

interface Told {
  closing: boolean;
  database: boolean;
  pages: boolean;
  parts: FaultyDependencies;
}
const well: Told = { closing: false, database: true, pages: true, parts: {} };

test.each<[string, Partial<Told>, number, object]>([
  ['everything is available', {}, 200, { status: 'ok' }],
  [
    'no part has been checked yet',
    { parts: { identity: 'checking', mail: 'checking' } },
    200,
    { status: 'checking', parts: { identity: 'checking', mail: 'checking' } },
  ],
  [
    'one part is unreachable and another unchecked',
    { parts: { identity: 'unreachable', mail: 'checking' } },
    200,
    { status: 'degraded', parts: { identity: 'unreachable', mail: 'checking' } },
  ],
  [
    'OUTBOUND is off',
    { parts: { outbound: 'switched-off' } },
    200,
    { status: 'degraded', parts: { outbound: 'switched-off' } },
  ],
  ['the storefront is not built', { pages: false }, 200, { status: 'ok', pages: 'missing' }],
  [
    'the database is unreachable',
    { database: false, pages: false },
    503,
    { status: 'unavailable', problem: 'database' },
  ],
  ['the process is stopping', { closing: true }, 503, { status: 'unavailable', problem: 'stopping' }],
])('/readyz when %s', async (_what, told, status, body) => {
  const { closing, database, pages, parts } = { ...well, ...told };
  const app = express();
  app.get(
    '/readyz',
    ready({
      ...{ closing: () => closing, databaseReady: () => database },
      ...{ pagesReady: () => pages, faultyDependencies: () => parts },
    }),
  );
  const server = app.listen(0, '127.0.0.1');
  try {
    await new Promise((listening) => server.once('listening', listening));
    const answer = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/readyz`);
    expect([answer.status, await answer.json()]).toEqual([status, body]);
  } finally {
    server.close();
  }
});
