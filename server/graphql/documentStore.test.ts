import { parse } from 'graphql';
import { startTestServer } from '../testing/startTestServer';
import { DocumentStore } from './documentStore';

const text = (index: number) => `query Q${index} { products(first: ${(index % 100) + 1}) { nodes { id name } } }`;

/** How many of the last so many are still there. */
async function held(store: DocumentStore, from: number, to: number): Promise<number> {
  let found = 0;
  for (let index = from; index < to; index += 1) if (await store.get(text(index))) found += 1;
  return found;
}

test('B37: 60,000 documents leave no more than the store may hold, the newest of them', async () => {
  const store = new DocumentStore(100_000);
  const size = text(10_000).length + JSON.stringify(parse(text(10_000))).length;
  const document = parse(text(10_000));
  for (let index = 0; index < 60_000; index += 1) await store.set(text(index), document);
  const room = Math.floor(100_000 / size);
  expect(room).toBeGreaterThan(10);
  expect(await held(store, 60_000 - room, 60_000)).toBe(room);
  expect(await held(store, 0, 60_000 - 2 * room)).toBe(0);
});

test('what is asked for again stays, and a document larger than the store is not kept', async () => {
  const store = new DocumentStore(50_000);
  const document = parse(text(1));
  await store.set(text(0), document);
  for (let index = 1; index < 500; index += 1) {
    await store.set(text(index), document);
    expect(await store.get(text(0))).toBe(document);
  }
  await store.set('x'.repeat(60_000), document);
  expect(await store.get('x'.repeat(60_000))).toBeUndefined();
});

test('B37: names that callers invent make no series of metrics', async () => {
  const server = await startTestServer();
  try {
    const series = async () =>
      (await server.server.metrics.text()).split('\n').filter((line) => /^kiosk_/.test(line)).length;
    const invent = async (from: number, to: number) => {
      for (let index = from; index < to; index += 1) {
        await server.call('GET', `/invented-${index}`);
        await server.call('GET', `/api/invented-${index}`);
        await server.call('GET', `/api/store/invented-${index}@kiosk.test`);
        await server.call('GET', `/products/invented-${index}`);
        await server.graphql(`query Invented${index} { alias${index}: categories { id } }`);
        await server.graphql(`{ invented${index} }`);
        await server.call('POST', '/graphql', {
          body: { extensions: { persistedQuery: { version: 1, sha256Hash: `${index}` } } },
        });
      }
    };
    await invent(0, 5);
    const before = await series();
    await invent(5, 50);
    expect(await series()).toBe(before);
    expect(before).toBeLessThan(200);
    expect(await server.server.metrics.text()).not.toContain('nvented');
  } finally {
    await server.stop();
  }
});
