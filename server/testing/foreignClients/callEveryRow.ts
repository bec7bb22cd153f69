import createClient, { type Client } from 'openapi-fetch';
import type { components, paths } from './api';

type Product = components['schemas']['Product'];

interface Given {
  readonly url: string;
  readonly token: string;
  readonly email: string;
  readonly adminToken: string;
  /** The e-mail of a user who may be deleted. */
  readonly otherEmail: string;
}

/** Calls every REST endpoint of section 7 of the specification through a client generated from /api/openapi.json. */
async function callEveryRow({ url, token, email, adminToken, otherEmail }: Given): Promise<string[]> {
  const called: string[] = [];
  const clientOf = (bearer?: string) => {
    const client = createClient<paths>({ baseUrl: `${url}/api` });
    client.use({
      onRequest: ({ request, schemaPath }) => {
        called.push(`${request.method} ${schemaPath}`);
        if (bearer !== undefined) request.headers.set('authorization', `Bearer ${bearer}`);
      },
    });
    return client;
  };
  const [anybody, user, admin] = [clientOf(), clientOf(token), clientOf(adminToken)];

  const jwt = await user.POST('/jwt', { body: { email } });
  equal(must(jwt.data).token, token);
  const registered = await user.POST('/users', { body: { name: 'Ann', email, photoURL: '' } });
  equal(must(registered.data).role, 'user');

  const made = await user.POST('/product', {
    body: { name: 'Kettle', price: 49.5, discount: 12.3456, photos: '/pictures/a.avif', categories: ['Home & Garden'] },
    params: { header: { 'Idempotency-Key': 'kettle-1' } },
  });
  const product: Product = must(made.data);
  equal(product.photos, ['/pictures/a.avif']);
  const added = await user.POST('/', { body: { name: 'Lamp', price: 5, photos: null, categories: 'Home, Lamps' } });
  equal(must(added.data).status, 'active');
  const refused = await user.POST('/', { body: { name: 'Lamp', price: 0 } });
  equal(must(refused.error).field, 'price');

  const path = { id: product._id };
  const header = { 'If-Match': `"${product.version}"` };
  const changed = await user.PATCH('/products/{id}', { params: { path, header }, body: { description: 'Boils.' } });
  equal(must(changed.data).version, product.version + 1);
  equal(must((await anybody.GET('/products/{id}', { params: { path } })).data).description, 'Boils.');

  const listed = await anybody.GET('/product', { params: { query: { limit: 1 } } });
  equal(must(listed.data).length, 1);
  if (!/rel="next"/.test(listed.response.headers.get('link') ?? '')) throw new Error('There is no next page.');
  await keepCopy(admin, product);
  const entry = must((await user.POST('/store', { body: { slug: product.slug } })).data);
  equal(entry.price, 49.5);

  const cart = await user.GET('/store', { params: { query: { email } } });
  equal(
    must(cart.data).map(({ name }) => name),
    ['Kettle'],
  );
  const own = await user.GET('/store/{key}', { params: { path: { key: email } } });
  equal(must(own.data).length, 3);
  const all = await admin.GET('/store');
  if (must(all.data).length < 3) throw new Error('Something is missing.');
  const deleted = await user.DELETE('/store/{key}', { params: { path: { key: entry._id } } });
  equal(must(deleted.data)._id, entry._id);

  const counts = must((await admin.GET('/counts')).data);
  equal(typeof (counts.users + counts.products + counts.orders), 'number');
  equal(must((await user.GET('/orders')).data), []);
  const users = must((await admin.GET('/users')).data);
  if (!users.some((person) => person.email === otherEmail && person.role === 'user')) throw new Error('Nobody.');
  const role = await admin.PATCH('/users/role/{email}', {
    params: { path: { email: otherEmail } },
    body: { role: 'admin' },
  });
  equal(must(role.data).role, 'admin');
  const read = await admin.GET('/users/role/{email}', { params: { path: { email: otherEmail } } });
  equal(must(read.data).role, 'admin');
  const gone = await admin.DELETE('/users/{email}', { params: { path: { email: otherEmail } } });
  equal(typeof must(gone.data)._id, 'string');

  const forbidden = await user.GET('/counts');
  equal([forbidden.response.status, must(forbidden.error).code], [403, 'FORBIDDEN']);
  await lookAt(admin, await buy(anybody, url, product.slug));
  return called;
}

/** Maintains a copy by the changed products, the removed products and the file of all products. */
async function keepCopy(client: Client<paths>, { slug }: Product): Promise<void> {
  const changedSince = new Date(Date.now() - 60_000).toISOString();
  const changed = await client.GET('/product', { params: { query: { changedSince } } });
  if (!Array.isArray(changed.data)) throw new Error('There are no changes.');
  equal(must((await client.GET('/removedProducts', { params: { query: { changedSince } } })).data), []);
  const file = must((await client.GET('/products.csv', { parseAs: 'text' })).data);
  if (!file.includes(slug)) throw new Error('A product is not in the file.');
  const imported = await client.POST('/products.csv', {
    params: { query: { dryRun: true } },
    headers: { 'Content-Type': 'text/csv' },
    body: file,
    bodySerializer: String,
  });
  equal([...new Set(must(imported.data).map(({ outcome }) => outcome))], ['unchanged']);
}

/** Calls the shop's endpoints for orders. */
async function lookAt(client: Client<paths>, number: string): Promise<void> {
  const query = { status: 'placed', search: number, limit: 1 } as const;
  const found = must((await client.GET('/shopOrders', { params: { query } })).data);
  equal(
    found.map((order) => [order.number, order.pieces, order.refundedTotal.amount]),
    [[number, 2, 0]],
  );
  const order = must((await client.GET('/shopOrders/{number}', { params: { path: { number } } })).data);
  equal([order.email, order.fulfillments.length, order.refunds.length], ['ann@example.com', 0, 0]);
}

/** Buys as a guest with the token of the checkout; resolves to the order number. */
async function buy(client: Client<paths>, url: string, slug: string): Promise<string> {
  const headers = { 'X-Checkout-Token': '' };
  const started = must((await client.POST('/checkouts', { body: { slug, quantity: 2 } })).data);
  headers['X-Checkout-Token'] = started.token ?? '';
  const path = { id: started.checkout._id };
  const shippingAddress = {
    ...{ countryCode: 'US', fullName: 'Ann Lee', streetLine1: '1 Main Street' },
    ...{ city: 'Reno', region: 'NV', postalCode: '89501' },
  };
  const changed = await client.PATCH('/checkouts/{id}', {
    params: { path },
    headers,
    body: { email: 'ann@example.com', shippingAddress },
  });
  equal(must(changed.data).problems, []);
  const body = { expectedTotal: must(changed.data).total.amount };
  const { payment } = must(
    (await client.POST('/checkouts/{id}/submit', { params: { path }, headers, body })).data,
  ).checkout;
  equal(
    must((await client.POST('/checkouts/{id}/extend', { params: { path }, headers, body: {} })).data).status,
    'paying',
  );
  const card = { number: '4242424242424242', expiry: '12/99', securityCode: '123' };
  const paid = await fetch(`${url}/api/test-payments/${payment?._id}/pay`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ clientSecret: payment?.clientSecret, ...card }),
  });
  equal(paid.status, 200);
  const placed = must((await client.POST('/checkouts/{id}/confirm', { params: { path }, headers, body: {} })).data);
  equal(placed.status, 'placed');
  const number = placed.orderNumber ?? '';
  const order = must((await client.GET('/orders/{number}', { params: { path: { number } }, headers })).data);
  equal([order.status, order.total.amount, order.card?.last4], ['placed', body.expectedTotal, '4242']);
  const late = await client.POST('/checkouts/{id}/cancel', { params: { path }, headers, body: {} });
  equal(must(late.data).status, 'placed');
  const read = await client.GET('/checkouts/{id}', { params: { path }, headers });
  equal(must(read.data).orderNumber, number);
  equal((await client.GET('/checkouts/{id}', { params: { path } })).response.status, 404);
  return number;
}

function must<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('There is no answer.');
  return value;
}

function equal<T>(found: T, wanted: T): void {
  if (JSON.stringify(found) !== JSON.stringify(wanted))
    throw new Error(`${JSON.stringify(found)} is not ${JSON.stringify(wanted)}`);
}

const called = await callEveryRow(JSON.parse(process.argv[2] ?? '{}') as Given);
process.stdout.write(JSON.stringify(called));
