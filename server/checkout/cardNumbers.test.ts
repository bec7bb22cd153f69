import { EJSON } from 'bson';
import { countedProduct, homeAddress, readyGuest, type Buyer, type CheckoutView } from '../testing/buyer';
import { must, signUp } from '../testing/principals';
import { shopCollections } from '../testing/shopCollections';
import { startTestServer, type TestServer } from '../testing/startTestServer';
import { testCards } from '../payments/testCards';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

/** Numbers that only buyers enter here, so that every occurrence comes from them. */
const real = ['4111111111111111', '4012888888881881', '378282246310005', '6011111111111117', '30569309025904'];
const written = [...real, '4111 1111 1111 1111', '4012-8888-8888-1881', '3782 822463 10005', '6011.1111.1111.1117'];

function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let at = 0; at < digits.length; at += 1) {
    const value = Number(digits[digits.length - 1 - at]) * (at % 2 === 0 ? 1 : 2);
    sum += value > 9 ? value - 9 : value;
  }
  return sum % 10 === 0;
}

/** All runs of 13 to 19 digits, without separators, that may be a card number. Timestamps begin with 1. */
function cardNumbersIn(text: string): string[] {
  const found = new Set<string>();
  for (const [run] of text.matchAll(/\d(?:[ .\-_/]?\d){12,}/g)) {
    const digits = run.replace(/\D/g, '');
    for (let length = 13; length <= 19; length += 1)
      for (let from = 0; from + length <= digits.length; from += 1) {
        const part = digits.slice(from, from + length);
        if (/^[2-6]/.test(part) && passesLuhn(part)) found.add(part);
      }
  }
  return [...found];
}

/** Removes ids, secrets, hashes, times and durations, which may look like card numbers by chance. */
const withoutIds = (text: string) =>
  text
    .replace(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|(?:\b|_)[0-9a-f]{24,}\b/g, '')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z|\bkiosk-test-\d+-\d+/g, '')
    .replace(/"[\w-]{32,64}={0,2}"/g, '""')
    .replace(/([:\s])\d+\.\d+(?=[,}\s]|$)/g, '$1');

async function everythingStored(): Promise<string[]> {
  const names = await shopCollections(server.db);
  const all = await Promise.all(
    names.map(async (name) =>
      (await server.db.collection(name).find().toArray()).map((each) => `${name} ${EJSON.stringify(each)}`),
    ),
  );
  return all.flat();
}

async function placed(guest: Buyer, checkout: CheckoutView, numbers: readonly string[]): Promise<CheckoutView> {
  const input = { id: checkout.id, expectedTotal: checkout.total.amount };
  let last = checkout;
  for (const number of numbers) {
    last = await guest.call('submitCheckout', input);
    // One of the test cards breaks the connection.
    await guest.pay(last, number).catch(() => undefined);
    last = await guest.call('confirmPayment', { id: checkout.id });
  }
  return last;
}

async function buyWithEveryCard(): Promise<void> {
  const { slug } = await countedProduct(server, 100);
  const declined = testCards.filter(({ result }) => result === 'declined').map(({ number }) => number);
  const quick = testCards.filter(({ result, answer }) => result === 'authorized' && answer !== 'late');
  for (const { number } of quick) {
    const { guest, checkout } = await readyGuest(server, slug);
    expect((await placed(guest, checkout, [...declined, ...written, number])).status).toBe('PLACED');
  }
}

const textFields = ['fullName', 'company', 'streetLine1', 'streetLine2', 'city', 'postalCode', 'phoneNumber'] as const;

/** Types each number into each wrong field; returns the attempts that were accepted. */
async function typeIntoWrongFields(): Promise<string[]> {
  const { slug } = await countedProduct(server, 100);
  const { guest, checkout } = await readyGuest(server, slug);
  const { token } = await signUp(server, 'saver');
  const taken: string[] = [];
  const attempt = async (what: string, call: () => Promise<unknown>) => {
    const failure = await call().then(
      () => null,
      (error: unknown) => String(error),
    );
    if (failure === null) taken.push(what);
    else expect([what, failure]).toEqual([what, expect.stringContaining('This looks like a card number')]);
  };
  const { id } = checkout;
  const update = (fields: object) => guest.call('updateCheckout', { id, ...fields });
  for (const number of written) {
    const text = `My card ${number} ok`;
    await attempt(`note ${number}`, () => update({ note: text }));
    await attempt(`shippingMethodId ${number}`, () => update({ shippingMethodId: number }));
    for (const field of textFields)
      for (const place of ['shippingAddress', 'billingAddress'])
        await attempt(`${place}.${field} ${number}`, () => update({ [place]: { ...homeAddress, [field]: number } }));
    await attempt(`region ${number}`, () =>
      update({ shippingAddress: { ...homeAddress, countryCode: 'GT', region: number } }),
    );
    await attempt(`saved ${number}`, () =>
      must(
        server,
        'mutation ($input: SaveAddressInput!) { saveAddress(input: $input) { addresses { id } } }',
        { input: { address: { ...homeAddress, fullName: text } } },
        token,
      ),
    );
  }
  await attempt('email', () => update({ email: `${real[0]}@example.com` }));
  return taken;
}

/** Requests that are refused before their fields are validated. */
async function sendInWrongPlaces(): Promise<void> {
  const [number = ''] = real;
  const body = { slug: number, quantity: Number(number), [number]: number };
  await server.call('POST', '/api/checkouts', { body });
  await server.call('POST', '/api/test-payments/x:1/pay', { body });
  await server.call('GET', `/api/checkouts/${number}?card=${number}`);
  await server.call('GET', `/checkout/${number}?card=${number}`);
  await server.call('POST', '/api/checkouts', { body: `{"slug": ${number}` });
  await server.call('POST', '/api/checkouts', { body: {}, headers: { 'x-checkout-token': number } });
  await server.graphql(`mutation { startCheckout(input: { slug: ${number} }) { token } }`);
  await server.graphql('mutation ($input: StartCheckoutInput!) { startCheckout(input: $input) { token } }', {
    input: body,
  });
}

test('C20 the search finds card numbers in text and ignores timestamps', () => {
  for (const number of written) expect(cardNumbersIn(withoutIds(`{"note":"a ${number} b"}`))).not.toEqual([]);
  expect(cardNumbersIn('{"time":1795720000003,"x":4242}')).toEqual([]);
});

test('C20 stores and logs nothing that looks like a card number, whichever field it was typed into', async () => {
  await buyWithEveryCard();
  expect(await typeIntoWrongFields()).toEqual([]);
  await sendInWrongPlaces();
  const stored = await everythingStored();
  expect(stored.filter((each) => each.startsWith('orders ')).length).toBeGreaterThan(5);
  const metrics = (await server.server.metrics.text()).split('\n');
  expect(server.logLines.length).toBeGreaterThan(100);
  const suspicious = [...stored, ...server.logLines, ...metrics].filter(
    (each) => cardNumbersIn(withoutIds(each)).length > 0,
  );
  expect(suspicious).toEqual([]);
}, 120_000);
