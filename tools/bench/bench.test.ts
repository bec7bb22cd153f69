import { generatedProducts } from '../../server/collections/generated';
import { startTestServer, type TestServer } from '../../server/testing/startTestServer';
import { captureAnswer, dataOf } from './captureAnswer';
import { listening } from './listening';
import { eachOnce, measure, repeating } from './measure';
import { bytesOf, keyOf } from './requests';
import { sendLoad } from './sendLoad';
import { createBareServer } from './servers/bareAnswers';
import { distinctIds, distinctRequests, repeatedRequests, workloadIds, type Material } from './workloads';

let shop: TestServer;
let material: Material;
const ada = { uid: 'ada', email: 'ada@kiosk.test', emailVerified: true, name: 'Ada' };

beforeAll(async () => {
  shop = await startTestServer();
  const products = generatedProducts(0, 100, 0);
  for (let from = 0; from < products.length; from += 20) {
    const some = products.slice(from, from + 20);
    await shop.repositories.products.insertMany(some);
  }
  shop.identity.add(ada);
  const { json } = await shop.graphql('{ products(first: 1) { pageInfo { endCursor } } }');
  const { data } = json as { data: { products: { pageInfo: { endCursor: string } } } };
  material = { products, idTokens: [shop.identity.token(ada)], cursor: data.products.pageInfo.endCursor };
}, 120_000);

afterAll(() => shop.stop());

test('measures a second of first pages without a failure', async () => {
  const next = repeating(repeatedRequests('W1', material), shop.port);
  const target = { port: shop.port, pid: process.pid, databasePid: null };
  const figures = await measure(target, { connections: 4, seconds: 1, next });
  expect(figures.failures).toEqual({});
  expect(figures.answers).toBeGreaterThan(10);
  expect(figures.p50).toBeGreaterThan(0);
  expect(figures.p99).toBeGreaterThanOrEqual(figures.p50);
  expect(figures.residentMb).toBeGreaterThan(20);
});

test('every workload is answered with data', async () => {
  for (const id of workloadIds) {
    const ofEachKind = new Map(repeatedRequests(id, material).map((request) => [keyOf(request), request]));
    for (const request of ofEachKind.values()) {
      const answer = await captureAnswer(shop.port, request);
      expect([id, answer.status, answer.body.includes('"errors":')]).toEqual([id, 200, false]);
      expect(answer.body).toContain('"name":');
    }
  }
});

test('the distinct requests are all different, and each is answered', async () => {
  for (const id of distinctIds) {
    const requests = distinctRequests(id, material, 20, 1);
    expect(new Set(requests.map((request) => bytesOf(request, 1).toString())).size).toBe(20);
    const next = eachOnce(requests, shop.port);
    const { answers, failures } = await sendLoad({ port: shop.port, connections: 3, seconds: 60, next });
    expect([id, answers, failures]).toEqual([id, 20, {}]);
  }
  const [page] = distinctRequests('W1', material, 1, 1);
  const { data } = JSON.parse(page ? (await captureAnswer(shop.port, page)).body : '{}') as {
    data: { products: { nodes: unknown[] } };
  };
  expect(data.products.nodes).toHaveLength(24);
});

test('the bare server sends the shop’s headers and bytes', async () => {
  for (const request of [...repeatedRequests('W1', material), ...repeatedRequests('W1-REST', material)]) {
    const answer = await captureAnswer(shop.port, request);
    const bare = createBareServer({ [keyOf(request)]: answer });
    try {
      expect(await captureAnswer(await listening(bare), request)).toEqual(answer);
    } finally {
      bare.close();
    }
    expect(answer.headers).toContain('X-Content-Type-Options');
    if (request.body) expect(dataOf(answer)).toContain('"nodes":[{"name"');
  }
});

test('counts a refusal, an error beside data and a closed connection as failures', async () => {
  const wrong = { operationName: 'Wrong', query: 'query Wrong { nothing }', variables: {} };
  const partly = { operationName: 'Partly', query: 'query Partly { categories { id } me { id } }', variables: {} };
  for (const [body, what] of [
    [wrong, '400'],
    [partly, 'errors'],
  ] as const) {
    const next = eachOnce([{ path: '/graphql', body, idToken: 'nobody' }], shop.port);
    const { failures } = await sendLoad({ port: shop.port, connections: 1, seconds: 10, next });
    expect(failures).toEqual({ [what]: 1 });
  }
  const rude = createBareServer({}).on('connection', (socket) => socket.once('data', () => socket.destroy()));
  try {
    const port = await listening(rude);
    const next = repeating(repeatedRequests('W1', material), port);
    expect((await sendLoad({ port, connections: 1, seconds: 10, next })).failures).toEqual({ closed: 1 });
  } finally {
    rude.close();
  }
});
