// npm run bench:webhooks [-- --rate 100] [--seconds 10]: how long signed notices of the payment provider take to be stored and answered, over
// HTTP and on the embedded database, while each is followed. Load and shop share a process. Run it on an idle machine.
import { randomUUID } from 'node:crypto';
import { cpus, loadavg } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { NoticeSender } from '../../server/testing/noticeSender';
import { startTestServer } from '../../server/testing/startTestServer';
import { quantile } from './measure';
import { say } from './report';
import { sendAtRate } from './sendAtRate';

const { values } = parseArgs({
  options: { rate: { type: 'string', default: '100' }, seconds: { type: 'string', default: '10' } },
});
const [rate, seconds] = [Number(values.rate), Number(values.seconds)];
const barMs = 50;
const payments = 100;
const load = () => loadavg()[0]?.toFixed(1) ?? '';

const server = await startTestServer({ settings: { logSampleReads: 0 } });
try {
  const sender = new NoticeSender(server);
  await sender.learnSecret();
  const ids = Array.from({ length: payments }, () => `${randomUUID()}:1`);
  for (const id of ids)
    await server.saga.provider.start({ id, amountCents: 100, checkout: 'none', order: 'none', email: 'a@kiosk.test' });
  let sent = 0;
  const next = (): Buffer => {
    const body = sender.bodyOf(`evt_${(sent += 1)}`, ids[sent % payments] ?? '');
    const [[name, signature] = []] = Object.entries(sender.signatureOf(body));
    const head = ['POST /api/webhooks/test HTTP/1.1', `Host: 127.0.0.1:${server.port}`, `${name}: ${signature}`];
    return Buffer.from(`${head.join('\r\n')}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
  };
  await sendAtRate({ port: server.port, rate, seconds: 1, next });
  const before = load();
  const arrived = await sendAtRate({ port: server.port, rate, seconds, next });
  const good = arrived.filter(({ status }) => status === 204);
  const times = good.map(({ latency }) => latency).sort((one, other) => one - other);
  const at = (share: number) => quantile(times, share).toFixed(1);
  const notices = server.db.collection('paymentNotices');
  while ((await notices.countDocuments({ status: 'WAITING', dueAt: { $gt: new Date() } })) > 0) await delay(100);
  const [stored, followed] = [await notices.countDocuments(), await notices.countDocuments({ status: 'DONE' })];
  say(`${cpus().length} processors, ${cpus()[0]?.model}, load average ${before} before, ${load()} after`);
  say(
    `${good.length} of ${arrived.length} stored and answered, ${rate} a second; ${followed} of ${stored} followed at once`,
  );
  say(`p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, slowest ${at(1)} ms; the bar is ${barMs} ms (p95).`);
  process.exitCode = good.length === arrived.length && stored === sent && Number(at(0.95)) <= barMs ? 0 : 1;
} finally {
  await server.stop();
}
