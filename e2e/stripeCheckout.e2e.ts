import type { Page } from '@playwright/test';
import { Gate } from '../server/testing/stripe/faults';
import { hasStripeFakes } from '../server/testing/stripe/programs';
import { startStripeFakes, type StripeFakes } from '../server/testing/stripe/startStripeFakes';
import { axeViolations } from './axe';
import { buyNow, fillDelivery, main, placeOrder } from './buyingParts';
import { expectFault, hold } from './faults';
import { expect, test as base } from './shopTest';
import { startShop, type StartedShop } from './startShop';
import { standInForStripe, startStripePages } from './stripeStandIn';

interface Started {
  readonly shop: StartedShop;
  readonly fakes: StripeFakes;
  readonly pages: Awaited<ReturnType<typeof startStripePages>>;
}

let started: Started | null = null;

/** Uses its own shop, which takes payments by Stripe. */
const test = base.extend({
  // eslint-disable-next-line no-empty-pattern -- Playwright reads the pattern to know what a fixture needs
  baseURL: async ({}, use) => use(started?.shop.url ?? 'http://127.0.0.1'),
});

test.beforeAll(async () => {
  test.setTimeout(240_000);
  if (!hasStripeFakes) {
    process.stdout.write(
      'NOT MEASURED: the checkout with Stripe in a browser. What is missing: stripe-mock or localstripe\n',
    );
    return;
  }
  const fakes = await startStripeFakes();
  const { secretKey, publishableKey, webhookSecrets } = fakes.settings;
  const shop = await startShop({
    PAYMENT_PROVIDER: 'stripe',
    STRIPE_SECRET_KEY: secretKey,
    STRIPE_PUBLISHABLE_KEY: publishableKey,
    STRIPE_WEBHOOK_SECRET: webhookSecrets.join(','),
    STRIPE_API_BASE: fakes.proxy.url,
  });
  started = { shop, fakes, pages: await startStripePages() };
});
test.afterAll(async () => {
  await started?.shop.stop();
  await started?.fakes.stop();
  await started?.pages.stop();
});
test.beforeEach(() => test.skip(started === null, 'NOT MEASURED: stripe-mock and localstripe are not installed'));

const proxy = () => (started as Started).fakes.proxy;
const standIn = (page: Page) => standInForStripe(page, { pages: (started as Started).pages.url, api: proxy().url });
const card = (page: Page) =>
  main(page).frameLocator('iframe[title="Secure payment input frame"]').getByLabel('Card number of the stand-in');
const bank = (page: Page) => page.getByRole('dialog', { name: 'Bank' }).frameLocator('iframe');
const thanks = (page: Page) => main(page).getByRole('heading', { level: 1, name: /^Thank you, your order/ });

async function openForm(page: Page): Promise<string[]> {
  const asked = await standIn(page);
  await buyNow(page, 'summit-steel-bottle');
  await card(page).waitFor();
  await fillDelivery(page, 'anna@example.com');
  return asked;
}

/** The CSP that the server sends for a path. */
const policyOf = async (page: Page, path: string) =>
  (await page.request.get(path)).headers()['content-security-policy'] ?? '';
const isOpenDocument = (page: Page) => page.locator('meta[name="payments"]').count();

test('C54 a guest pays by Stripe: its script and frame are loaded on the payment page only, and no test hint is shown', async ({
  page,
}) => {
  const asked = await openForm(page);
  // Throws where the frame may not offer wallets.
  await card(page).evaluate(() => {
    const total = { label: 'Total', amount: { currency: 'USD', value: '1.00' } };
    return void new PaymentRequest([{ supportedMethods: 'https://wallet.example/pay' }], { total });
  });
  await expect(page.getByText(/Test payments/)).toHaveCount(0);
  expect(await isOpenDocument(page)).toBe(1);
  expect(await axeViolations(page)).toEqual([]);
  await card(page).fill('4242424242424242');
  await placeOrder(page).click();
  await expect(thanks(page)).toBeVisible();
  await expect(main(page).getByText('Test order: no money moved.')).toHaveCount(0);
  // The order page is a new document.
  expect(await isOpenDocument(page)).toBe(0);
  expect(asked.length).toBeGreaterThan(0);
  expect(asked.filter((line) => !/^\/checkout\/\w+ https:\/\/js\.stripe\.com\//.test(line))).toEqual([]);
  for (const path of ['/', '/products', '/cart', '/checkout', '/privacy'])
    expect(await policyOf(page, path)).not.toContain('stripe');
});

test('C63 no secret key reaches the browser in anything that it loads during a payment', async ({ page }) => {
  const texts: Promise<string>[] = [];
  page.on('response', (response) => {
    if (/html|script|json/.test(response.headers()['content-type'] ?? '')) texts.push(response.text().catch(() => ''));
  });
  await openForm(page);
  await card(page).fill('4242424242424242');
  await placeOrder(page).click();
  await expect(thanks(page)).toBeVisible();
  const loaded = (await Promise.all(texts)).join(' ');
  expect(loaded).toContain('pk_test_');
  expect(loaded).not.toMatch(/(sk|rk)_(test|live)_|whsec_/);
});

test('C24 C54 a declined card is reported, and another card completes the purchase', async ({ page, problems }) => {
  // Stripe answers its own script with this status.
  expectFault(problems, '402 (Payment Required)');
  await openForm(page);
  await placeOrder(page).click();
  await expect(main(page).getByText('Payment: Your card number is incomplete.')).toBeVisible();
  await card(page).fill('4000000000000341');
  await placeOrder(page).click();
  await expect(main(page).getByRole('alert').getByText('Your card was declined.')).toBeVisible();
  await card(page).fill('4242424242424242');
  await placeOrder(page).click();
  await expect(thanks(page)).toBeVisible();
});

test('C24 C54 after a refused bank confirmation in Stripe’s dialog the payment can be tried again', async ({
  page,
}) => {
  await openForm(page);
  await card(page).fill('4000002500003155');
  await placeOrder(page).click();
  await bank(page).getByRole('button', { name: 'Refuse' }).click();
  await expect(main(page).getByText('The bank did not confirm the payment.')).toBeVisible();
  await placeOrder(page).click();
  await bank(page).getByRole('button', { name: 'Confirm' }).click();
  await expect(thanks(page)).toBeVisible();
});

test('C59 a blocked Stripe script shows an error, keeps the input, and can be loaded again', async ({
  page,
  problems,
}) => {
  await page.route('https://js.stripe.com/**', (route) => route.abort());
  await buyNow(page, 'summit-steel-bottle');
  await expect(main(page).getByText(/^The card form could not be loaded/)).toBeVisible();
  await main(page).getByLabel('Email').fill('anna@example.com');
  await standIn(page);
  await main(page).getByRole('button', { name: 'Try again' }).click();
  await expect(card(page)).toBeVisible();
  await expect(main(page).getByLabel('Email')).toHaveValue('anna@example.com');
  problems.length = 0;
});

const silentStripe = (page: Page) => main(page).getByText('The payment service does not answer.');

test('C59 an unreachable Stripe is reported within 10 s, and the checkout continues when it is back', async ({
  page,
}) => {
  await openForm(page);
  await card(page).fill('4242424242424242');
  await proxy().stop();
  try {
    await placeOrder(page).click();
    await expect(silentStripe(page)).toBeVisible({ timeout: 10_000 });
  } finally {
    await proxy().start();
  }
  await expect(placeOrder(page)).toBeEnabled({ timeout: 60_000 });
  await placeOrder(page).click();
  await expect(thanks(page)).toBeVisible({ timeout: 30_000 });
});

/** Stripe takes the shop's requests of a kind and answers none, until the returned function is called. */
function silence(of: RegExp): () => void {
  const { faults } = proxy();
  const gate = new Gate();
  faults.plan(of, { kind: 'held', gate }, Infinity);
  return () => {
    faults.clear();
    gate.open();
  };
}

test('C59 a Stripe that is silent to the shop is reported within 10 s; nothing typed is lost, and a retry pays', async ({
  page,
}) => {
  await openForm(page);
  await card(page).fill('4242424242424242');
  const answer = silence(/^/);
  try {
    await placeOrder(page).click();
    await expect(silentStripe(page)).toBeVisible({ timeout: 10_000 });
  } finally {
    answer();
  }
  await expect(main(page).getByText('Your payment did not reach the payment service.')).toBeVisible();
  await expect(main(page).getByLabel('Email')).toHaveValue('anna@example.com');
  await expect(main(page).getByLabel('Address', { exact: true })).toHaveValue('212 Alder Street');
  await expect(card(page)).toHaveValue('4242424242424242');
  await placeOrder(page).click();
  await expect(thanks(page)).toBeVisible();
});

test('C59 a Stripe that is silent to a second card, too, is reported as such within 10 s, and a retry pays', async ({
  page,
  problems,
}) => {
  expectFault(problems, '402 (Payment Required)', '503 (Service Unavailable)');
  await openForm(page);
  await card(page).fill('4000000000000341');
  await placeOrder(page).click();
  await expect(main(page).getByText('Your card was declined.')).toBeVisible();
  await card(page).fill('4242424242424242');
  const answer = silence(/^/);
  try {
    await placeOrder(page).click();
    await expect(silentStripe(page)).toBeVisible({ timeout: 10_000 });
    await expect(placeOrder(page)).toHaveAttribute('aria-busy', 'false');
    await expect(main(page).getByText('The shop did not answer.')).toBeHidden();
    await expect(silentStripe(page)).toBeVisible();
  } finally {
    answer();
  }
  await placeOrder(page).click();
  await expect(thanks(page)).toBeVisible({ timeout: 20_000 });
});

test('C59 a Stripe that is silent to the browser and the shop is reported within 10 s, and its answer completes the purchase', async ({
  page,
}) => {
  await openForm(page);
  await card(page).fill('4242424242424242');
  const answerBrowser = await hold(page, 'https://api.stripe.com/**');
  const answerShop = silence(/^GET /);
  try {
    await placeOrder(page).click();
    await expect(silentStripe(page)).toBeVisible({ timeout: 10_000 });
    await expect(card(page)).toHaveValue('4242424242424242');
  } finally {
    answerShop();
    answerBrowser();
  }
  await expect(thanks(page)).toBeVisible({ timeout: 20_000 });
});

test('C59 the return from the bank checks the payment with the shop, also when it is opened again', async ({
  page,
}) => {
  await openForm(page);
  const address = new URL(page.url()).pathname;
  await page.goto(`${address}/return?payment_intent=pi_1&payment_intent_client_secret=x&redirect_status=succeeded`);
  // Nothing is paid: the redirect_status is not trusted.
  await expect(page).toHaveURL(new RegExp(`${address}$`));
  await card(page).fill('4242424242424242');
  await placeOrder(page).click();
  await expect(thanks(page)).toBeVisible();
  await page.goto(`${address}/return`);
  await expect(main(page).getByRole('heading', { level: 1, name: /your order/i })).toBeVisible();
});
