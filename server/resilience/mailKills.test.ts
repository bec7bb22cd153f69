import { spawn, type ChildProcess } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { queueMessage } from '../mail/queueMessage';
import { amountOf } from '../testing/amountOf';
import { MailServer } from '../testing/mailServer';
import { useTestDatabase } from '../testing/useTestDatabase';
import { useWorkerProgram } from '../testing/workerProgram';

const kills = Number(process.env['KIOSK_MAIL_KILLS'] ?? amountOf({ few: 8, usual: 20, long: 300 }));
const database = useTestDatabase();
const program = useWorkerProgram('mailWorker');
const mailServer = new MailServer();
const startedAt = Date.now();
let smtpUrl: string;
let isOver = false;
const workers = new Set<ChildProcess>();

beforeAll(async () => {
  smtpUrl = `smtp://127.0.0.1:${await mailServer.start()}/?tls.rejectUnauthorized=false`;
});

afterAll(async () => {
  isOver = true;
  for (const worker of workers) worker.kill('SIGKILL');
  await mailServer.stop();
});

function startWorker(): void {
  const orders = { databaseUri: database.uri, databaseName: database.databaseName, smtpUrl, startedAt };
  const worker = spawn(process.execPath, [program, JSON.stringify(orders)], { stdio: ['ignore', 'ignore', 'inherit'] });
  workers.add(worker);
  worker.once('exit', () => {
    workers.delete(worker);
    if (!isOver) startWorker();
  });
}

/** Kills all workers, so that the sender of this mail cannot record it. */
function killWorkers(): void {
  for (const worker of workers) worker.kill('SIGKILL');
}

test(
  `C39 ${kills} kills between delivery and recording of a mail lose none, and repeats keep the Message-ID`,
  async () => {
    let left = kills;
    mailServer.onReceived = () => {
      // For about 40 % of the mails: the server has the mail, but its answer reaches no process.
      if (left === 0 || Math.random() > 0.4) return;
      left -= 1;
      killWorkers();
    };
    const { repositories, db } = database;
    startWorker();
    startWorker();
    const count = kills * 2;
    for (let number = 0; number < count; number += 1) {
      const message = { content: { kind: 'TEST' }, order: null, recipient: `buyer${number}@shop.example` } as const;
      await queueMessage({ repositories, now: () => new Date() }, { ...message, buyerUid: null, event: `${number}` });
    }
    const outbox = db.collection('outbox');
    while ((await outbox.countDocuments({ status: { $ne: 'SENT' } })) > 0) await delay(50);
    isOver = true;
    killWorkers();
    const mails = await mailServer.parsed();
    const idsOf = new Map<string, Set<string>>();
    for (const [index, { messageId = '' }] of mails.entries()) {
      const [recipient = ''] = mailServer.received[index]?.recipients ?? [];
      idsOf.set(recipient, (idsOf.get(recipient) ?? new Set()).add(messageId));
    }
    const twice = mails.length - idsOf.size;
    console.log(`${kills - left} kills, ${count} messages, ${mails.length} mails, ${twice} of them again`);
    expect(idsOf.size).toBe(count);
    expect([...idsOf.values()].filter((ids) => ids.size !== 1)).toEqual([]);
    expect(new Set([...idsOf.values()].flatMap((ids) => [...ids])).size).toBe(count);
    expect(kills - left).toBeGreaterThan(kills / 4);
    expect(twice).toBeGreaterThan(0);
  },
  180_000 + kills * 20_000,
);
