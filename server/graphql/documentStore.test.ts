import { parse } from 'graphql';
import { cacheBounds } from '../cache/boundedCache';
import { startTestServer } from '../testing/startTestServer';
import { documentSize } from './documentSize';
import { createDocumentStore } from './documentStore';

const text = (index: number) => `query Q${index} { products(first: ${(index % 100) + 1}) { nodes { id name } } }`;

test('B37: of 20,000 documents the store keeps the newest within its size limit', async () => {
  const store = createDocumentStore();
  const document = parse(text(10_000));
  const room = Math.floor(cacheBounds.documents / (documentSize(document) + 2 * text(10_000).length + 200));
  expect(room).toBeGreaterThan(100);
  for (let index = 0; index < 20_000; index += 1) await store.set(text(index), document);
  const held = await Promise.all(Array.from({ length: 20_000 }, (_each, index) => store.get(text(index))));
  expect(held.findLastIndex((found) => !found)).toBeLessThan(20_000 - room);
  expect(held.filter(Boolean).length).toBeLessThan(room * 1.1);
});

test('keeps a document that is read again and does not store one larger than the store', async () => {
  const store = createDocumentStore();
  const document = parse(text(1));
  await store.set(text(0), document);
  for (let index = 1; index < 5_000; index += 1) {
    await store.set(text(index), document);
    expect(await store.get(text(0))).toBe(document);
  }
  const large = parse(`# ${'x'.repeat(cacheBounds.documents)}\n${text(1)}`);
  await store.set('large', large);
  expect(await store.get('large')).toBeUndefined();
  expect(await store.get(text(0))).toBe(document);
});

test('B37: names invented by callers create no metric series', async () => {
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
