import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
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
const [key, certificate] = [join(folder, 'tls.key'), join(folder, 'tls.crt')];
let server: ChildProcess | undefined;
let ports: { smtp: number; http: number };
let smtpUrl: string;
let shop: MailShop;

interface Summary {
  readonly messages: readonly { readonly ID: string }[];
}
type Recipients = Record<'To' | 'Cc' | 'Bcc', readonly { readonly Address: string }[]>;

const ask = (path: string, method = 'GET') => fetch(`http://127.0.0.1:${ports.http}/api/v1/${path}`, { method });

/** The messages that Mailpit has stored, newest first. */
async function storedIds(): Promise<string[]> {
  const { messages } = (await (await ask('messages')).json()) as Summary;
  return messages.map(({ ID }) => ID);
}

async function isUp(): Promise<boolean> {
  return ask('info').then(
    ({ ok }) => ok,
    () => false,
  );
}

beforeAll(async () => {
  if (program === undefined) return;
  const name = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=IP:127.0.0.1'];
  execFileSync(
    'openssl',
    ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', key, '-out', certificate, ...name],
    { stdio: 'ignore' },
  );
  ports = { smtp: await freePort(), http: await freePort() };
  server = spawn(
    program,
    [
      ...['--smtp', `127.0.0.1:${ports.smtp}`, '--listen', `127.0.0.1:${ports.http}`],
      ...['--database', join(folder, 'mails.db'), '--smtp-auth-accept-any', '--smtp-require-starttls'],
      ...['--smtp-tls-cert', certificate, '--smtp-tls-key', key],
      ...['--disable-version-check', '--quiet'],
    ],
    { stdio: 'ignore' },
  );
  while (!(await isUp())) await delay(50);
  const trusted = encodeURIComponent(readFileSync(certificate, 'utf8'));
  smtpUrl = `smtp://kiosk:secret@127.0.0.1:${ports.smtp}/?tls.ca=${trusted}`;
}, 60_000);
beforeEach(async () => {
  if (program === undefined) return;
  await ask('messages', 'DELETE');
  shop = new MailShop(database.repositories, smtpUrl);
});
afterAll(() => {
  server?.kill();
  rmSync(folder, { recursive: true, force: true });
});

const testMailpit = program === undefined ? test.skip : test;

testMailpit('C38 Mailpit accepts a confirmation with names of several scripts and decodes it unchanged', async () => {
  const { shippingAddress } = mailedOrder();
  const fullName = 'Ünïcødé, "Anna" 👩‍👩‍👧 \u05e9\u05dc\u05d5\u05dd';
  await database.repositories.orders.insertPlaced(mailedOrder({ shippingAddress: { ...shippingAddress, fullName } }));
  const id = await shop.queue({ content: { kind: 'ORDER_CONFIRMATION' }, order: 'K-7QF2-M4XD' });
  await shop.send();
  expect(await shop.read(id)).toMatchObject({ status: 'SENT', attempts: 1, lastError: null });
  const [stored = '', ...others] = await storedIds();
  expect(others).toEqual([]);
  const raw = await (await ask(`message/${stored}/raw`)).text();
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
});

testMailpit('C38 Mailpit gets nothing from a shop that does not trust its certificate', async () => {
  shop = new MailShop(database.repositories, smtpUrl.replace(/\?.*/, ''));
  const id = await shop.queue();
  await shop.send();
  expect(await shop.read(id)).toMatchObject({
    status: 'PENDING',
    lastError: 'There is no safe connection to the mail server.',
  });
  expect(await storedIds()).toEqual([]);
});

const eve = 'eve@example.com';

/** Of all stored mails, by their heads and by their envelopes. */
async function storedRecipients(): Promise<string[]> {
  const ids = await storedIds();
  const mails = await Promise.all(ids.map(async (id) => (await (await ask(`message/${id}`)).json()) as Recipients));
  return mails.flatMap(({ To, Cc, Bcc }) => [...To, ...Cc, ...Bcc].map(({ Address }) => Address));
}

// No form of the shop accepts them; a database that others write to may hold them.
testMailpit.each([
  `anna@example.com, ${eve}`,
  `anna@example.com>\r\nRCPT TO:<${eve}`,
  `anna@example.com\r\nBcc: ${eve}`,
  `anna@example.com> NOTIFY=SUCCESS ORCPT=rfc822;${eve}`,
  `<anna@example.com> ${eve}`,
  `"anna\r\nBcc: ${eve}"@example.com`,
  `group: ${eve};`,
])('C38 Mailpit gets no mail to somebody else by the address %j', async (recipient) => {
  await shop.queue({ recipient });
  await shop.send();
  expect((await storedRecipients()).filter((each) => each === eve || each === 'anna@example.com')).toEqual([]);
});

testMailpit.each([
  ['ünï@example.com', 'ünï@example.com'],
  ['\u05e9\u05dc\u05d5\u05dd@example.com', '\u05e9\u05dc\u05d5\u05dd@example.com'],
  ['anna@bücher.example', 'anna@xn--bcher-kva.example'],
])('C38 Mailpit takes a mail to the 8-bit address %s', async (recipient, received) => {
  const id = await shop.queue({ recipient });
  await shop.send();
  expect(await shop.read(id)).toMatchObject({ status: 'SENT', lastError: null });
  expect(await storedRecipients()).toEqual([received]);
});
