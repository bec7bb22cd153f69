// npm run bench:webhooks [-- --rate 100] [--seconds 10]: measures how long signed payment notices take to be stored and
// answered, over HTTP and on the embedded database, while each is processed; first of the test provider, then of Stripe
// with a local fake. Load, shop and fake share a process. Run it on an idle machine.
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { NoticeSender } from '../../server/testing/noticeSender';
import { startTestServer, type TestServer } from '../../server/testing/startTestServer';
import { StripeNoticeSender } from '../../server/testing/stripe/stripeNoticeSender';
import { StripeStandIn } from '../../server/testing/stripeStandIn';
import { quantile } from './measure';
import { keep, machine, say } from './report';
import { sendAtRate } from './sendAtRate';

const { values } = parseArgs({
  options: { rate: { type: 'string', default: '100' }, seconds: { type: 'string', default: '10' } },
});
const [rate, seconds] = [Number(values.rate), Number(values.seconds)];
const barMs = 50;
const payments = 100;
const webhookSecret = 'whsec_ofTheBench';

interface Notice {
  readonly body: string;
  /** The signature header. */
  readonly signature: readonly [name: string, value: string];
}

/** Creates notices about existing payments, one per call. */
type NoticeMaker = () => Notice;

async function measure(server: TestServer, provider: 'test' | 'stripe', make: NoticeMaker) {
  let sent = 0;
  const next = (): Buffer => {
    sent += 1;
    const { body, signature } = make();
    const head = [`POST /api/webhooks/${provider} HTTP/1.1`, `Host: 127.0.0.1:${server.port}`, signature.join(': ')];
    return Buffer.from(`${head.join('\r\n')}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
  };
  await sendAtRate({ port: server.port, rate, seconds: 1, next });
  const arrived = await sendAtRate({ port: server.port, rate, seconds, next });
  const good = arrived.filter(({ status }) => status === 200);
  const times = good.map(({ latency }) => latency).sort((one, other) => one - other);
  const notices = server.db.collection('paymentNotices');
  while ((await notices.countDocuments({ status: 'WAITING', dueAt: { $gt: new Date() } })) > 0) await delay(100);
  const [stored, followed] = [await notices.countDocuments(), await notices.countDocuments({ status: 'DONE' })];
  const [p50, p95, slowest] = [0.5, 0.95, 1].map((share) => Number(quantile(times, share).toFixed(1)));
  const isMet = good.length === arrived.length && stored === sent && (p95 ?? Infinity) <= barMs;
  say(
    `${provider}: ${good.length} of ${arrived.length} stored and answered, ${rate} a second; ${followed} of ${stored} followed`,
  );
  say(`${isMet ? 'meets ' : 'MISSES'}  C57 p50 ${p50} ms, p95 ${p95} ms (at most ${barMs}), slowest ${slowest} ms`);
  return { provider, stored, followed, p50, p95, slowest, isMet };
}

async function startPayments({ saga }: TestServer): Promise<string[]> {
  const ids = Array.from({ length: payments }, () => `${randomUUID()}:1`);
  for (const id of ids)
    await saga.provider.start({ id, amountCents: 100, checkout: 'none', order: 'none', email: 'a@kiosk.test' });
  return ids;
}

async function ofTestProvider() {
  const server = await startTestServer({ settings: { logSampleReads: 0 } });
  try {
    const sender = new NoticeSender(server);
    await sender.learnSecret();
    const ids = await startPayments(server);
    let sent = 0;
    return await measure(server, 'test', () => {
      const body = sender.bodyOf(`evt_${(sent += 1)}`, ids[sent % payments] ?? '');
      const [signature = ['', '']] = Object.entries(sender.signatureOf(body));
      return { body, signature };
    });
  } finally {
    await server.stop();
  }
}

async function ofStripe() {
  const stripe = new StripeStandIn();
  const keys = { secretKey: 'sk_test_ofTheBench', publishableKey: 'pk_test_ofTheBench' };
  const settings = { name: 'stripe', ...keys, webhookSecrets: [webhookSecret], apiBase: await stripe.start() } as const;
  const server = await startTestServer({
    settings: { logSampleReads: 0 },
    payments: { payments: settings, captureAfterMinutes: 10 },
  });
  try {
    const sender = new StripeNoticeSender(server, settings);
    await startPayments(server);
    let sent = 0;
    return await measure(server, 'stripe', () => {
      const { id, amount, metadata, status } = stripe.intents[sent % payments] ?? { id: '' };
      const object = { id, object: 'payment_intent', amount, currency: 'usd', metadata, status };
      const created = Math.floor(Date.now() / 1_000);
      const type = 'payment_intent.amount_capturable_updated';
      const body = JSON.stringify({ id: `evt_${(sent += 1)}`, object: 'event', type, created, data: { object } });
      const [signature = ['', '']] = Object.entries(sender.signatureOf(body));
      return { body, signature };
    });
  } finally {
    await server.stop();
    await stripe.stop();
  }
}

const started = machine();
const figures = [await ofTestProvider(), await ofStripe()];
keep('tools/bench/figures', 'webhooks', { machine: started, rate, seconds, figures });
process.exitCode = figures.every(({ isMet }) => isMet) ? 0 : 1;
