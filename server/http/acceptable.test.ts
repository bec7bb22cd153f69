import { signUp, type Principal } from '../testing/principals';
import { startTestServer, type TestServer } from '../testing/startTestServer';

let server: TestServer;
let shopper: Principal;
beforeAll(async () => {
  server = await startTestServer();
  shopper = await signUp(server, 'shopper');
});
afterAll(() => server.stop());

const creation = 'mutation { createProduct(input: { name: "Lamp", price: 1 }) { product { id } } }';
const create = (accept: string) => server.graphql(creation, undefined, { token: shopper.token, headers: { accept } });

test('refuses a mutation with 406 before it runs when the Accept header cannot be satisfied', async () => {
  for (const accept of ['text/html', 'By', 'application/json;q=0']) {
    expect(await create(accept)).toMatchObject({
      status: 406,
      json: { errors: [{ extensions: { code: 'NOT_ACCEPTABLE' } }] },
    });
  }
  expect(await server.db.collection('products').countDocuments()).toBe(0);
});

test.each(['*/*', 'application/*', 'application/json', 'text/html, */*;q=0.1', ''])(
  'runs the mutation with Accept: %s',
  async (accept) => {
    expect(await create(accept)).toMatchObject({ status: 200, json: { data: { createProduct: expect.anything() } } });
  },
);
