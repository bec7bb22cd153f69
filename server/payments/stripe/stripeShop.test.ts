import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { backUp } from '../../backup/backUp';
import type { StripeSettings } from '../../env';
import { countedProduct, readyGuest, type Buyer, type CheckoutView } from '../../testing/buyer';
import { noticeForgeries } from '../../testing/noticeForgeries';
import { startTestServer, type TestServer } from '../../testing/startTestServer';
import { answerBankAtStripe, payAtStripe } from '../../testing/stripe/buyersBrowser';
import { withStripeFakes } from '../../testing/stripe/programs';
import { startStripeFakes, type StripeFakes } from '../../testing/stripe/startStripeFakes';
import { StripeNoticeSender } from '../../testing/stripe/stripeNoticeSender';
import type { StripeEvent } from '../../testing/stripe/stripeNotices';

const fakes = withStripeFakes('whether the whole shop sells by Stripe');
const withinMs = 20_000;
/** Still accepted while the signing secret is rotated. */
const secretBefore = 'whsec_ofTheDaysBefore';

fakes.describe('the shop with Stripe', () => {
  let there: StripeFakes;
  let server: TestServer;
  let settings: StripeSettings;
  let sender: StripeNoticeSender;
  beforeAll(async () => {
    there = await startStripeFakes();
    settings = { ...there.settings, webhookSecrets: [...there.settings.webhookSecrets, secretBefore] };
    server = await startTestServer({ payments: { payments: settings, captureAfterMinutes: 0 } });
    sender = new StripeNoticeSender(server, settings);
  }, 60_000);
  beforeEach(() => there.clear());
  // C55: checks each request of each purchase.
  afterEach(() => expect(there.proxy.refusals).toEqual([]));
  afterAll(async () => {
    await server.stop();
    await there.stop();
  });

  interface Purchase {
    readonly guest: Buyer;
    readonly checkout: CheckoutView;
  }

  async function purchase(): Promise<Purchase> {
    const { slug } = await countedProduct(server, 3);
    return readyGuest(server, slug);
  }

  const pay = ({ payment }: CheckoutView, number?: string) =>
    payAtStripe(there.proxy.url, payment?.clientSecret ?? '', number);
  const confirm = ({ guest, checkout: { id } }: Purchase) => guest.call('confirmPayment', { id });
  const statusOf = async ({ checkout }: Purchase) => (await server.repositories.checkouts.find(checkout.id))?.status;
  const send = async (event: StripeEvent) => (await sender.sendEvent(event)).status;

  /** Waits for the effect of a notice, reading only the database. */
  async function becomes(bought: Purchase, status: string): Promise<void> {
    for (const endsAt = Date.now() + withinMs; (await statusOf(bought)) !== status && Date.now() < endsAt;)
      await delay(50);
    expect(await statusOf(bought)).toBe(status);
  }

  /** Amounts of all payments of a checkout that hold money. */
  async function moneyOf({ checkout }: Purchase): Promise<number[]> {
    const all = await there.local.intents();
    const own = all.filter(({ metadata }) => metadata['checkout'] === checkout.id);
    return own.filter(({ status }) => ['requires_capture', 'succeeded'].includes(status)).map(({ amount }) => amount);
  }

  test('C55 a guest buys after a declined card and a bank confirmation, and the order is placed and paid', async () => {
    const bought = await purchase();
    const { guest, checkout } = bought;
    const submitted = await guest.submit(checkout);
    expect(submitted).toMatchObject({ status: 'PAYING', payment: { result: 'AWAITING' } });
    await pay(submitted, '4000000000009995');
    expect(await confirm(bought)).toMatchObject({
      ...{ status: 'READY', payment: { result: 'DECLINED', declineReason: 'INSUFFICIENT_FUNDS' } },
    });
    const again = await guest.submit(checkout);
    expect(again.payment?.id).not.toBe(submitted.payment?.id);
    await pay(again, '4000002500003155');
    expect(await confirm(bought)).toMatchObject({ status: 'ACTION_REQUIRED', payment: { result: 'ACTION_REQUIRED' } });
    await answerBankAtStripe(there.proxy.url, again.payment?.clientSecret ?? '', true);
    const placed = await confirm(bought);
    expect(placed.status).toBe('PLACED');
    const stored = JSON.stringify(await server.repositories.checkouts.find(checkout.id));
    expect([stored.includes('PLACED'), stored.includes('_secret_')]).toEqual([true, false]);
    expect(await server.repositories.orders.find(placed.orderNumber ?? '')).toMatchObject({
      totalCents: checkout.total.amount,
      payment: { card: { brand: 'Visa', last4: '3155' } },
    });
    expect(await moneyOf(bought)).toEqual([checkout.total.amount]);
    // The declined attempt can no longer be paid.
    expect(await pay(submitted)).toMatchObject({ error: { type: 'invalid_request_error' } });
  }, 60_000);

  test('C57 early, repeated, late and reordered notices lead to one order and one payment', async () => {
    const bought = await purchase();
    await pay(await bought.guest.submit(bought.checkout));
    const events = [...there.notices.made].reverse();
    expect(events.map(({ type }) => type)).toEqual([
      'payment_intent.amount_capturable_updated',
      'payment_intent.created',
    ]);
    for (const event of events) expect(await send(event)).toBeLessThan(300);
    await becomes(bought, 'PLACED');
    await Promise.all([...events, ...events].map((event) => send(event)));
    expect((await confirm(bought)).status).toBe('PLACED');
    expect(await server.db.collection('orders').countDocuments({ checkout: bought.checkout.id })).toBe(1);
    expect(await moneyOf(bought)).toEqual([bought.checkout.total.amount]);
  }, 60_000);

  test('C57 a notice with a false claim, or about an unknown payment, changes nothing', async () => {
    const bought = await purchase();
    const submitted = await bought.guest.submit(bought.checkout);
    const [intent] = there.account.all();
    const lie = { id: intent?.id, object: 'payment_intent', status: 'succeeded', amount_received: 1 };
    expect(await send(there.notices.make('payment_intent.succeeded', lie))).toBeLessThan(300);
    const unknown = { ...lie, id: 'pi_of_nobody' };
    expect(await send(there.notices.make('payment_intent.succeeded', unknown))).toBeLessThan(300);
    expect(await confirm(bought)).toMatchObject({ status: 'PAYING', payment: { result: 'AWAITING' } });
    await bought.guest.call('cancelCheckout', { id: bought.checkout.id });
    expect(await pay(submitted)).toMatchObject({ error: { type: 'invalid_request_error' } });
  }, 60_000);

  test('C56 forged notices are answered 400 and change nothing; both secrets are taken while one is rotated', async () => {
    const bought = await purchase();
    await pay(await bought.guest.submit(bought.checkout));
    const [intent] = there.account.all();
    const body = sender.bodyOf('evt_ofNobody', intent?.id ?? '');
    const stored = () => server.db.collection('paymentNotices').countDocuments();
    const before = await stored();
    for (const [title, forge] of noticeForgeries) {
      const forged = forge(sender, body);
      const answer = await sender.post(forged.body ?? body, forged.headers);
      expect([title, answer]).toMatchObject([title, { status: 400, json: { code: 'BAD_USER_INPUT' } }]);
    }
    expect([await stored(), await statusOf(bought)]).toEqual([before, 'PAYING']);
    for (const [index, secret] of settings.webhookSecrets.entries()) {
      const signed = sender.bodyOf(`evt_${index}`, intent?.id ?? '');
      expect((await sender.post(signed, sender.signatureOf(signed, new Date(), secret))).status).toBe(200);
      expect(await sender.followed(`evt_${index}`)).toMatchObject({ status: 'DONE', providerId: intent?.id });
    }
    expect([await stored(), await statusOf(bought)]).toEqual([before + 2, 'PLACED']);
  }, 60_000);

  test('C57 a notice sent and signed by localstripe itself places the order', async () => {
    await there.local.sendNoticesTo(`${server.url}/api/webhooks/stripe`, there.settings.webhookSecrets[0] ?? '');
    const bought = await purchase();
    const submitted = await bought.guest.submit(bought.checkout);
    await pay(submitted);
    // localstripe sends notices of captured payments only.
    const [intent] = there.account.all();
    if (intent) await there.account.capture(intent, undefined);
    await becomes(bought, 'PLACED');
  }, 60_000);

  test('C58 lost answers lead to one payment, and the buyer can go on', async () => {
    const bought = await purchase();
    there.proxy.faults.plan(/^POST \/v1\/payment_intents$/, { kind: 'lostAnswer' }, 2);
    const unanswered = await bought.guest.submit(bought.checkout);
    expect(unanswered).toMatchObject({ status: 'PAYING' });
    expect(unanswered.payment?.clientSecret ?? null).toBeNull();
    const known = await confirm(bought);
    expect(known).toMatchObject({ status: 'PAYING', payment: { result: 'AWAITING' } });
    await pay(known);
    there.proxy.faults.plan(/^GET/, { kind: 'lostAnswer' }, 2);
    await confirm(bought);
    expect((await confirm(bought)).status).toBe('PLACED');
    expect(await moneyOf(bought)).toEqual([bought.checkout.total.amount]);
    expect(await there.local.intents()).toHaveLength(1);
  }, 60_000);

  test('C59 reports an unreachable provider within 10 s, loses nothing, and resumes the checkout', async () => {
    const bought = await purchase();
    const within10s = async <T>(call: () => Promise<T>): Promise<T> => {
      const begun = performance.now();
      const answer = await call();
      expect(performance.now() - begun).toBeLessThan(10_000);
      return answer;
    };
    await there.proxy.stop();
    const unanswered = await within10s(() => bought.guest.submit(bought.checkout));
    expect(unanswered).toMatchObject({ status: 'PAYING', payment: { result: 'UNKNOWN' } });
    await within10s(() => confirm(bought));
    await there.proxy.start();
    const known = await confirm(bought);
    await pay(known);
    // The connection is accepted, but nothing is answered.
    const gate = there.proxy.faults.hold(/^GET/);
    const silent = within10s(() => confirm(bought));
    await gate.arrived;
    expect(await silent).toMatchObject({ status: 'PAYING' });
    gate.open();
    expect((await confirm(bought)).status).toBe('PLACED');
    expect(await moneyOf(bought)).toEqual([bought.checkout.total.amount]);
  }, 90_000);

  test('C59 answers a submit within 10 s even if the provider answers each of several calls late', async () => {
    const bought = await purchase();
    await pay(await bought.guest.submit(bought.checkout), '4000000000000002');
    expect(await confirm(bought)).toMatchObject({ status: 'READY', payment: { result: 'DECLINED' } });
    there.proxy.faults.byChance = () => ({ kind: 'late', ms: 3_400 });
    const begun = performance.now();
    // The submit looks up the declined attempt, ends it and starts another one.
    const slow = await bought.guest.submit(bought.checkout);
    expect(performance.now() - begun).toBeLessThan(10_000);
    expect(slow).toMatchObject({ status: 'PAYING', payment: { result: 'UNKNOWN' } });
    there.proxy.faults.clear();
    const known = await confirm(bought);
    await pay(known);
    expect((await confirm(bought)).status).toBe('PLACED');
    expect(await moneyOf(bought)).toEqual([bought.checkout.total.amount]);
  }, 60_000);

  /** A backup of the whole database, as `npm run backup` writes it. */
  async function backedUp(): Promise<string> {
    const folder = mkdtempSync(join(tmpdir(), 'kiosk-backup-'));
    const file = join(folder, 'shop.archive');
    const report = { line: () => undefined, progress: () => undefined };
    await backUp({ uri: server.databaseUri, databaseName: server.db.databaseName, file, report });
    const text = readFileSync(file, 'latin1');
    rmSync(folder, { recursive: true });
    return text;
  }

  test('C63 no secret is in a log, an answer or a backup', async () => {
    const { secretKey, webhookSecrets } = settings;
    const bought = await purchase();
    there.proxy.faults.plan(/^POST/, { kind: 'failure', isDone: false });
    const submitted = await bought.guest.send(
      'mutation ($input: SubmitCheckoutInput!) { submitCheckout(input: $input) { checkout { id } } }',
      { input: { id: bought.checkout.id, expectedTotal: bought.checkout.total.amount } },
    );
    const seen = [...server.logLines, submitted.text, await backedUp()].join('\n');
    expect(seen).toContain(bought.checkout.id);
    for (const secret of [secretKey, ...webhookSecrets]) expect(seen).not.toContain(secret);
  });
});
