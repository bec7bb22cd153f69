import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { simpleParser } from 'mailparser';
import { freePort } from '../testing/databaseAt';
import { mailedOrder, MailShop } from '../testing/mailShop';
import { useTestDatabase } from '../testing/useTestDatabase';

/** Installed in continuous integration; it is not an npm package, and no test downloads it. */
const own = join('tools', 'scripts', 'mailpit', 'mailpit');
const program = [own, 'mailpit'].find((each) => spawnSync(each, ['version', '--no-release-check']).status === 0);
if (program === undefined)
  process.stdout.write(
    'NOT MEASURED: Mailpit. What is missing: GOBIN=$PWD/tools/scripts/mailpit go install github.com/axllent/mailpit@v1.33.1\n',
  );

const database = useTestDatabase();
const folder = mkdtempSync(join(tmpdir(), 'kiosk-mailpit-'));
let server: ChildProcess | undefined;
let ports: { smtp: number; http: number };

interface Summary {
  readonly messages: readonly { readonly ID: string }[];
}

const ask = (path: string) => fetch(`http://127.0.0.1:${ports.http}/api/v1/${path}`);

async function isUp(): Promise<boolean> {
  return ask('info').then(
    ({ ok }) => ok,
    () => false,
  );
}

beforeAll(async () => {
  if (program === undefined) return;
  ports = { smtp: await freePort(), http: await freePort() };
  server = spawn(
    program,
    [
      ...['--smtp', `127.0.0.1:${ports.smtp}`, '--listen', `127.0.0.1:${ports.http}`],
      ...['--database', join(folder, 'mails.db'), '--smtp-auth-accept-any', '--smtp-auth-allow-insecure'],
      ...['--disable-version-check', '--quiet'],
    ],
    { stdio: 'ignore' },
  );
  while (!(await isUp())) await delay(50);
}, 60_000);
afterAll(() => {
  server?.kill();
  if (existsSync(folder)) rmSync(folder, { recursive: true, force: true });
});

(program === undefined ? test.skip : test)(
  'C38 Mailpit accepts a confirmation with names of several scripts and decodes it unchanged',
  async () => {
    const { shippingAddress } = mailedOrder();
    const fullName = 'Ünïcødé, "Anna" 👩‍👩‍👧 \u05e9\u05dc\u05d5\u05dd';
    await database.repositories.orders.insertPlaced(mailedOrder({ shippingAddress: { ...shippingAddress, fullName } }));
    const shop = new MailShop(database.repositories, `smtp://kiosk:secret@127.0.0.1:${ports.smtp}`);
    const id = await shop.queue({ content: { kind: 'ORDER_CONFIRMATION' }, order: 'K-7QF2-M4XD' });
    await shop.send();
    expect(await shop.read(id)).toMatchObject({ status: 'SENT', attempts: 1, lastError: null });
    const { messages } = (await (await ask('messages')).json()) as Summary;
    expect(messages).toHaveLength(1);
    const raw = await (await ask(`message/${messages[0]?.ID}/raw`)).text();
    const mail = await simpleParser(raw);
    const { name, subject, text, html } = await shop.deps().read({
      content: { kind: 'ORDER_CONFIRMATION' },
      order: 'K-7QF2-M4XD',
    });
    expect(name).toBe(fullName);
    expect(mail).toMatchObject({ subject, to: { value: [{ name, address: 'anna@example.com' }] } });
    expect(mail.messageId).toBe(`<${(await shop.read(id)).messageId}>`);
    expect(mail.text?.trim()).toBe(text.trim());
    expect(String(mail.html).trim()).toBe(html.trim());
  },
  60_000,
);
