import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { readEnvironment } from '../env';
import { createLogger } from '../http/logging';
import { checkSmtp } from '../mail/checkSmtp';
import { checkStripe } from '../payments/stripe/checkStripe';
import { freePort } from '../testing/databaseAt';
import { startIdentityResponder } from '../testing/identityResponder';
import { MailServer, ownHost } from '../testing/mailServer';
import { startStripeFakes } from '../testing/stripe/startStripeFakes';
import { withStripeFakes } from '../testing/stripe/programs';
import { uriWithDatabase } from '../testing/uriWithDatabase';
import { useTestDatabase } from '../testing/useTestDatabase';
import { serveShop } from './serveShop';
import { monitorDependencies, type DependencyMonitor } from './monitorDependencies';
import { monitorDependency } from './monitorDependency';

const database = useTestDatabase();
const quiet = '?tls.rejectUnauthorized=false';

test('/readyz names the faulty parts without details, and the log records each change once', async () => {
  const [mailServer, identity] = [new MailServer(), await startIdentityResponder()];
  const mailPort = await mailServer.start(0, ownHost);
  const lines: string[] = [];
  const shop = await serveShop({
    environment: readEnvironment({
      ...{ PORT: '0', DEMO_DATA: 'off', MAIL_FROM: 'orders@shop.example' },
      SMTP_URL: `smtp://kiosk:right@${ownHost}:${mailPort}/${quiet}`,
      ...{ STRIPE_SECRET_KEY: 'sk_test_hunter2', STRIPE_PUBLISHABLE_KEY: 'pk_test_x12' },
      ...{ STRIPE_WEBHOOK_SECRET: 'whsec_hunter2hunter2', STRIPE_API_BASE: `http://127.0.0.1:${await freePort()}` },
    } as unknown as NodeJS.ProcessEnv),
    mongodbUri: uriWithDatabase(database.uri, database.databaseName),
    emulatorHost: identity.host,
    log: createLogger('info', { write: (line) => void lines.push(line) }),
    watchPauses: { shortestMs: 20, maxMs: 50, everyMs: 50 },
  });
  /** Waits for the wanted answer. */
  const until = async (wanted: object) => {
    let text = '';
    for (const givenUpAt = performance.now() + 20_000; performance.now() < givenUpAt; await delay(20)) {
      const answer = await fetch(`${shop.url}/readyz`);
      expect(answer.status).toBe(200);
      // Whether the client was built here does not matter.
      text = (await answer.text()).replace(',"pages":"missing"', '');
      if (text === JSON.stringify(wanted)) return;
    }
    expect(text).toBe(JSON.stringify(wanted));
  };
  try {
    await shop.ready();
    await until({ status: 'degraded', parts: { payments: 'unreachable' } });
    while (mailServer.passwords.length === 0) await delay(20);
    await mailServer.stop();
    await until({ status: 'degraded', parts: { payments: 'unreachable', mail: 'unreachable' } });
    await mailServer.start(mailPort, ownHost);
    await until({ status: 'degraded', parts: { payments: 'unreachable' } });
    await identity.stop();
    await until({ status: 'degraded', parts: { identity: 'unreachable', payments: 'unreachable' } });
  } finally {
    await shop.stop();
    await Promise.all([mailServer.stop(), identity.stop().catch(() => undefined)]);
  }
  const said = lines.map((line) => JSON.parse(line) as { msg: string; part?: string });
  expect(said.filter(({ part }) => part !== undefined).map(({ msg }) => msg)).toEqual([
    'Stripe does not answer: nobody can pay, and captures and refunds have to wait',
    'The mail server in SMTP_URL cannot be used: mails wait in the outbox',
    'The mail server can be used again',
    'The identity emulator does not answer: signed changes and admin calls are answered 503',
  ]);
  expect(lines.join('')).not.toMatch(/hunter2|kiosk:right/);
}, 60_000);

test('the words of a mail server that refuses every conversation are in the log, which does not say that it is away', async () => {
  const words = '5.7.1 Service unavailable; this network is blocked';
  const refusing = new MailServer({
    onConnect: (_session, callback) => callback(Object.assign(new Error(words), { responseCode: 554 })),
  });
  const environment = readEnvironment({
    SMTP_URL: `smtp://127.0.0.1:${await refusing.start()}`,
    MAIL_FROM: 'orders@shop.example',
  } as unknown as NodeJS.ProcessEnv);
  let watched: DependencyMonitor | undefined;
  try {
    const line = await new Promise<string>((resolve) => {
      const log = createLogger('info', { write: resolve });
      watched = monitorDependencies({ environment, checkIdentity: () => Promise.resolve(null), log });
    });
    expect(JSON.parse(line)).toMatchObject({
      ...{ part: 'mail', fault: 'unreachable' },
      msg: 'The mail server in SMTP_URL cannot be used: mails wait in the outbox',
      err: { message: expect.stringContaining(`554 ${words}`) as string },
    });
  } finally {
    watched?.stop();
    await refusing.stop();
  }
});

test('distinguishes a mail server that refuses the login from one that does not answer', async () => {
  const mailServer = new MailServer();
  const port = await mailServer.start();
  const from = { name: '', address: 'orders@shop.example' };
  const check = (user: string) => checkSmtp({ smtpUrl: `smtp://${user}127.0.0.1:${port}/${quiet}`, from });
  try {
    expect(await check('kiosk:right@')).toBeNull();
    expect(await check('')).toBeNull();
    expect(await check('kiosk:wrong@')).toMatchObject({ fault: 'invalid-credentials' });
  } finally {
    await mailServer.stop();
  }
  expect(await check('kiosk:right@')).toMatchObject({ fault: 'unreachable' });
  expect(mailServer.received).toEqual([]);
});

test('distinguishes missing credentials for Firebase, invalid ones with their reason, and no network', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kiosk-credentials-'));
  const file = (name: string, text: string) => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  const account = { type: 'authorized_user', client_id: 'x', client_secret: 'y', refresh_token: 'z' };
  const files = ['', file('cut.json', '{'), join(folder, 'none.json'), file('good.json', JSON.stringify(account))];
  // Google's packages load modules in a way that Jest does not support.
  const program = `import { createIdentity } from './server/auth/identity.ts';
    for (const file of ${JSON.stringify(files)}) {
      if (file) process.env.GOOGLE_APPLICATION_CREDENTIALS = file;
      else delete process.env.GOOGLE_APPLICATION_CREDENTIALS;
      const identity = createIdentity({ projectId: 'corner-shop', emulatorHost: null, revocationCheckSeconds: 60 });
      const found = await identity.check();
      console.log(found?.fault, found?.fault === 'invalid-credentials' ? found.error.message : '');
      await identity.close();
    }`;
  const env = {
    ...{
      ...process.env,
      HTTPS_PROXY: 'http://127.0.0.1:1',
      https_proxy: 'http://127.0.0.1:1',
      NO_PROXY: '',
      no_proxy: '',
    },
    // Credentials elsewhere on this machine must not be found.
    ...{ HOME: folder, METADATA_SERVER_DETECTION: 'none', FIREBASE_AUTH_EMULATOR_HOST: undefined },
  };
  try {
    const args = ['--import', 'tsx', '--input-type=module', '--eval', program];
    expect(
      execFileSync(process.execPath, args, { env, encoding: 'utf8' })
        .split('\n')
        .map((line) => line.trim()),
    ).toEqual([
      'missing-credentials',
      'invalid-credentials The file that GOOGLE_APPLICATION_CREDENTIALS names is not JSON.',
      'invalid-credentials The file that GOOGLE_APPLICATION_CREDENTIALS names does not exist (ENOENT).',
      ...['unreachable', ''],
    ]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}, 60_000);

test('checks a failing dependency with growing pauses and reports no fault while one starts', async () => {
  const asked: number[] = [];
  const said: unknown[] = [];
  const log = {
    info: (...line: unknown[]) => void said.push(line),
    warn: (...line: unknown[]) => void said.push(line),
  };
  const check = () => {
    asked.push(performance.now());
    return asked.length < 7 ? Promise.reject(new Error('no')) : Promise.resolve(null);
  };
  const part = { name: 'mail' as const, check, describe: (fault: string) => fault, everyMs: 60_000 };
  const watched = monitorDependency(part, log, { shortestMs: 20, maxMs: 100 });
  while (asked.length < 7) await delay(5);
  watched.stop();
  const pauses = asked.slice(1).map((at, index) => at - (asked[index] ?? 0));
  for (const [index, least] of [20, 40, 80, 100, 100].entries()) expect(pauses[index]).toBeGreaterThan(least - 2);
  expect(said).toHaveLength(2);

  said.length = 0;
  const starting = monitorDependency(
    { ...part, check: () => Promise.reject(new Error('no')), startsWithinMs: 60_000 },
    log,
  );
  expect(starting.state()).toBe('checking');
  while (starting.state() === 'checking') await delay(5);
  expect(starting.state()).toBe('starting');
  starting.stop();
  expect(said).toEqual([]);
});

test('callers who fail one after the other do not put off the check that they ask for', async () => {
  jest.useFakeTimers();
  try {
    const check = jest.fn(() => Promise.resolve(null));
    const log = { info: () => undefined, warn: () => undefined };
    const part = { name: 'identity' as const, check, describe: (fault: string) => fault, everyMs: 60_000 };
    const watched = monitorDependency(part, log);
    await jest.advanceTimersByTimeAsync(0);
    for (let call = 0; call < 5; call += 1) {
      watched.suspect();
      await jest.advanceTimersByTimeAsync(300);
    }
    expect(check).toHaveBeenCalledTimes(2);
    watched.stop();
  } finally {
    jest.useRealTimers();
  }
});

const { describe: describeStripe } = withStripeFakes('whether Stripe takes the key');
describeStripe('Stripe', () => {
  test('is reported as invalid-credentials, as healthy, and as unreachable', async () => {
    const fakes = await startStripeFakes();
    try {
      expect(await checkStripe(fakes.settings)).toBeNull();
      expect(await checkStripe({ ...fakes.settings, secretKey: 'hunter2' })).toMatchObject({
        fault: 'invalid-credentials',
      });
    } finally {
      await fakes.stop();
    }
    expect(await checkStripe(fakes.settings)).toMatchObject({ fault: 'unreachable' });
  }, 60_000);
});
