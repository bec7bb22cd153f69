import { saveShippingSettings } from '../shipping/shippingSettings.service';
import { saveTaxSettings } from '../taxes/taxSettings.service';
import { Buyer, countedProduct, homeAddress, readyGuest } from '../testing/buyer';
import { asAdmin } from '../testing/contexts';
import { startTestServer, type TestServer } from '../testing/startTestServer';
import { recordCommands } from '../testing/recordCommands';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

interface Method {
  readonly id: string;
  readonly price: number;
  readonly isOffered: boolean;
}

/** Saves the settings as an admin, like the dashboard. */
async function changeMethods(change: (method: Method) => Partial<Method>): Promise<void> {
  const root = await asAdmin(server.repositories, 'root');
  const { shipping } = await server.repositories.shopSettings.get();
  const zones = shipping.zones.map(({ methods, ...zone }) => ({
    ...zone,
    methods: methods.map(({ id, name, priceCents, freeAboveCents, minDays, maxDays, isOffered }) => {
      const method = { id, name, price: priceCents, isOffered };
      return { ...method, freeAbove: freeAboveCents, earliestDays: minDays, latestDays: maxDays, ...change(method) };
    }),
  }));
  await saveShippingSettings(root, { version: shipping.version, zones, excludedCountries: shipping.excludedCountries });
}

async function changeRates(standardRate: number): Promise<void> {
  const root = await asAdmin(server.repositories, 'root');
  const { taxes } = await server.repositories.shopSettings.get();
  const zones = taxes.zones.map(({ rates, ...zone }) => ({ ...zone, standardRate, reducedRate: rates.reduced }));
  await saveTaxSettings(root, { version: taxes.version, pricesIncludeTax: taxes.pricesIncludeTax, zones });
}

const gone = {
  code: 'NO_SHIPPING_METHOD',
  message: 'The shipping method you chose is no longer offered. Choose another one.',
};

/** Restores the initial settings. */
const offerAgain = () => changeMethods(({ id: method }) => ({ isOffered: method !== 'collect' }));

test('C49 a submit with a method switched off since the quote is refused until another one is chosen', async () => {
  const { slug, id } = await countedProduct(server, 3, 20);
  const { guest, checkout } = await readyGuest(server, slug);
  expect(checkout.total.amount).toBe(2_000 + 499 + 145);
  await changeMethods((method) => (method.id === 'standard' ? { isOffered: false } : {}));
  const refused = await guest.submit(checkout);
  expect(refused).toMatchObject({ status: 'OPEN', problems: [gone, { ...gone, field: 'shippingMethodId' }] });
  expect(await server.repositories.stock.find(id)).toMatchObject({ available: 3, holds: [] });
  const chosen = await guest.call('updateCheckout', { id: checkout.id, shippingMethodId: 'express' });
  expect(chosen).toMatchObject({ problems: [], total: { amount: 3_435 } });
  expect((await guest.submit(chosen)).status).toBe('PAYING');
  await offerAgain();
});

test('C49 a switched-off method, chosen or proposed, is not replaced by another one of the same price', async () => {
  const { slug, id } = await countedProduct(server, 3, 20);
  await changeMethods((method) => (method.id === 'express' ? { price: 499 } : {}));
  const proposed = await readyGuest(server, slug);
  const chosen = await readyGuest(server, slug);
  await chosen.guest.call('updateCheckout', { id: chosen.checkout.id, shippingMethodId: 'standard' });
  await changeMethods((method) => (method.id === 'standard' ? { isOffered: false } : {}));
  for (const { guest, checkout } of [proposed, chosen]) {
    // Editing the address within the same zone does not choose a method either.
    const typed = { ...homeAddress, fullName: 'Anna B. Meyer' };
    const changed = await guest.call('updateCheckout', { id: checkout.id, shippingAddress: typed });
    expect(changed.problems).toMatchObject([gone]);
    expect(await guest.submit(checkout)).toMatchObject({ status: 'OPEN', problems: [gone, gone] });
  }
  expect(await server.repositories.stock.find(id)).toMatchObject({ available: 3, holds: [] });
  await changeMethods((method) => (method.id === 'express' ? { price: 1_290 } : {}));
  await offerAgain();
});

test('C15 an address in another zone selects its first method; a method chosen before any address stays', async () => {
  const { slug } = await countedProduct(server, 3, 20);
  const guest = new Buyer(server);
  const { id } = await guest.start({ slug });
  const method = async () => (await server.repositories.checkouts.find(id))?.shippingMethodId;
  await guest.call('updateCheckout', { id, shippingMethodId: 'express' });
  await guest.call('updateCheckout', { id, shippingAddress: homeAddress });
  expect(await method()).toBe('express');
  const abroad = await guest.call('updateCheckout', {
    ...{ id, email: 'anna@example.com' },
    shippingAddress: { ...homeAddress, city: 'Berlin', region: '', postalCode: '10115', countryCode: 'DE' },
  });
  expect(abroad.problems).toEqual([]);
  expect(await method()).toBe('world');
});

test('C49 with every method switched off, a submit reports that nothing is delivered and holds nothing', async () => {
  const { slug, id } = await countedProduct(server, 3, 20);
  const { guest, checkout } = await readyGuest(server, slug);
  await changeMethods(() => ({ isOffered: false }));
  const refused = await guest.submit(checkout);
  expect(refused).toMatchObject({ status: 'OPEN' });
  expect(refused.problems[0]).toMatchObject({
    code: 'NO_SHIPPING_METHOD',
    message: 'We do not deliver to this country yet',
  });
  expect(await server.repositories.stock.find(id)).toMatchObject({ available: 3, holds: [] });
  await changeMethods(({ id: method }) => ({ isOffered: method !== 'collect' }));
});

test('C50 a submit after a change of tax rates is refused; submitted checkouts and orders keep their rates', async () => {
  const { slug, id } = await countedProduct(server, 3, 100);
  const early = await readyGuest(server, slug);
  const late = await readyGuest(server, slug);
  const submitted = await early.guest.submit(early.checkout);
  await changeRates(1_000);
  await changeMethods(({ price }) => ({ price: price + 100 }));
  expect((await late.guest.submit(late.checkout)).problems[0]).toMatchObject({
    code: 'TOTAL_CHANGED',
    message: 'Total changed from $107.25 to $110.00',
  });
  await early.guest.pay(submitted);
  const placed = await early.guest.call('confirmPayment', { id: early.checkout.id });
  const order = () => server.repositories.orders.find(placed.orderNumber ?? '');
  const bought = await order();
  expect(bought).toMatchObject({ totalCents: 10_725 });
  await changeRates(0);
  await changeMethods(() => ({ isOffered: false, price: 0 }));
  expect(await order()).toEqual(bought);
  expect(await server.repositories.stock.find(id)).toMatchObject({ onHand: 2, available: 2 });
  await changeMethods(({ id: method }) => ({ isOffered: method !== 'collect' }));
});

test('a quote does not read the settings from the database once they are cached', async () => {
  const { databaseUri: uri, db } = server;
  const watch = recordCommands({ uri, databaseName: db.databaseName, db });
  // A constant version: nothing is written meanwhile, and the cache does not expire.
  const catalogueVersion = { current: () => 1, known: () => 1 };
  const watched = await startTestServer({
    besides: server,
    parts: { repositories: watch.repositories, catalogueVersion },
  });
  const { slug } = await countedProduct(server, 3, 20);
  const { guest, checkout } = await readyGuest(watched, slug);
  const ask = () => guest.ask('query ($id: ID!) { checkout(id: $id) { total { amount } } }', { id: checkout.id });
  await ask();
  expect(await watch.commandsOf(ask)).not.toContain('find settings');
  expect(await watch.commandsOf(ask)).toContain('find checkouts');
  await watched.stop();
  await watch.stop();
});
